import { sql } from 'kysely';
import { runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { postDocuments } from '../../posting/index.ts';
import { worthSql } from '../../system/index.ts';
import {
  carriesOrderFreight,
  loadCarriage,
  paysCarriers,
  withCarriage,
} from '../store/carriage.ts';
import { lockHeads, withLines } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import { readDocumentSettings } from '../store/references.ts';
import { postingOf } from '../store/saving.ts';
import type { DocumentSaving } from '../store/saving.ts';
import { writeExpenseShares } from '../store/write.ts';

const isOpenSql = (head: string) =>
  sql`${sql.ref(head)}.business_date > coalesce(setting.closed_until, '-infinity'::date)`;

const unpaidSql = (tenantId: string) => sql`not exists (
  select from document p
  where p.tenant_id = ${tenantId} and p.id = f.payment_id and p.deleted_at is null)`;

/**
 * Changes the freight of documents by `write`, and books the billed, else expected amounts: the difference is
 * appended to the books. The documents are locked. A closed day and paid freight keep the amount: the payment
 * books the difference. A closed day refuses any other difference, like any change of a document.
 */
export async function changeFreightBooks<T>(
  context: Context,
  documentIds: readonly string[],
  write: () => Promise<T>,
): Promise<T> {
  const ids = [...new Set(documentIds)];
  const heads = [...(await lockWithOutbounds(context, ids)).values()];
  const { settings } = await readDocumentSettings(context);
  const before = await withLines(context, heads);
  const written = await write();
  await assignOrderFreight(context, ids);
  await bookFreightAmounts(context, ids);
  const carriage = await loadCarriage(context, heads);
  const changes = before.flatMap((stored) => {
    const after = withCarriage(stored, carriage);
    const isSame = carriageText(stored.document.freights) === carriageText(after.document.freights);
    return isSame ? [] : [{ after, before: stored }];
  });
  if (changes.length === 0) return written;
  await runTogether([
    writeExpenseShares(
      context,
      changes.map(({ after }) => after.document),
    ),
    postDocuments(context, changes.map(postingOf), settings),
  ]);
  return written;
}

/** Locks documents, and all outbounds of the orders among the documents. */
export const lockWithOutbounds = async (
  context: Context,
  ids: readonly string[],
): Promise<Map<string, DocumentRow>> => lockHeads(context, [], await withOutboundsOf(context, ids));

const carriageText = (freights: unknown): string => JSON.stringify(freights ?? []);

/** Adds present and possible carriers of freight of the sales orders among `ids`. */
async function withOutboundsOf(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select unnest(${ids}::bigint[]) as id
    union select carried_by_id from freight_info
    where tenant_id = ${tenantId} and document_id = any(${ids}::bigint[]) and carried_by_id is not null
    union select outbound.id from document_link link
    join document outbound on outbound.tenant_id = ${tenantId} and outbound.id = link.target_document_id
    where link.tenant_id = ${tenantId} and link.source_document_id = any(${ids}::bigint[])
      and outbound.kind = 'saleOut'`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Assigns unpaid freight of sales orders to an outbound of the order: to the present outbound while in force,
 * else to the first in force on an open day. An outbound taken back keeps freight that no other takes.
 */
async function assignOrderFreight(
  { tx, tenantId }: Context,
  orderIds: readonly string[],
): Promise<void> {
  await sql`
    update freight_info f set carried_by_id = chosen.outbound_id, booked = 0
    from (
      select waiting.id, (
        select outbound.id from document_link link
        join document outbound on outbound.tenant_id = ${tenantId} and outbound.id = link.target_document_id
        where link.tenant_id = ${tenantId} and link.source_document_id = waiting.document_id
          and outbound.kind = 'saleOut' and outbound.deleted_at is null
          and (outbound.id = waiting.carried_by_id or outbound.in_force and ${isOpenSql('outbound')})
        order by outbound.in_force desc, outbound.id = waiting.carried_by_id desc, outbound.id
        limit 1) as outbound_id
      from freight_info waiting
      join document sold on sold.tenant_id = ${tenantId} and sold.id = waiting.document_id
      join tenant_setting setting on setting.tenant_id = ${tenantId}
      where waiting.tenant_id = ${tenantId} and waiting.document_id = any(${orderIds}::bigint[])
        and sold.kind = 'saleOrder' and waiting.booked is not null and not waiting.cancelled) chosen
    where f.tenant_id = ${tenantId} and f.id = chosen.id and ${unpaidSql(tenantId)}
      and f.carried_by_id is distinct from chosen.outbound_id`.execute(tx);
}

async function bookFreightAmounts(
  { tx, tenantId }: Context,
  documentIds: readonly string[],
): Promise<void> {
  const worth = worthSql(tenantId, sql`coalesce(f.actual, f.estimated)`, sql`f.exchange_rate`);
  await sql`
    update freight_info f set booked = ${worth}
    from document d, tenant_setting setting
    where f.tenant_id = ${tenantId} and f.document_id = any(${documentIds}::bigint[]) and f.booked is not null
      and d.tenant_id = ${tenantId} and d.id = coalesce(f.carried_by_id, f.document_id)
      and d.kind <> 'saleOrder' and setting.tenant_id = ${tenantId}
      and ${isOpenSql('d')} and ${unpaidSql(tenantId)} and f.booked <> ${worth}`.execute(tx);
}

/**
 * Books freight of sales orders after their outbounds were saved, approved, undone or deleted, or after the
 * payment of the freight was deleted.
 */
export async function passOrderFreight(
  context: Context,
  changes: readonly DocumentSaving[],
): Promise<void> {
  const { tx, tenantId } = context;
  const sources = changes
    .filter(({ after }) => carriesOrderFreight(after.document.kind))
    .flatMap(({ before, after }) => [
      ...(before?.document.goodsLines ?? []),
      ...after.document.goodsLines,
    ])
    .flatMap(({ source }) => source?.documentId ?? []);
  const payments = changes
    .filter(({ after: { document } }) => document.deleted && paysCarriers(document.kind))
    .map(({ after }) => after.document.id);
  if (sources.length === 0 && payments.length === 0) return;
  const { rows } = await sql<{ document_id: string }>`
    select distinct f.document_id from freight_info f
    join document sold on sold.tenant_id = ${tenantId} and sold.id = f.document_id
    where f.tenant_id = ${tenantId} and sold.kind = 'saleOrder' and f.booked is not null and not f.cancelled
      and (f.document_id = any(${[...new Set(sources)]}::bigint[])
        or f.payment_id = any(${payments}::bigint[]))`.execute(tx);
  if (rows.length === 0) return;
  const orderIds = rows.map(({ document_id: id }) => id);
  await changeFreightBooks(context, orderIds, () => Promise.resolve());
}
