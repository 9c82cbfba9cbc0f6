import type { InputOf, InvoiceFields, ReplyOf, invoices } from '@tradehouse/contract';
import { checkInvoice, decimal, invoiceDigits, normalText, rounded } from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  found,
  idsOf,
  log,
  mayUseCustomer,
  refuse,
  refuseStale,
  visibleInvoices,
} from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { attachFiles } from '../file/index.ts';
import { ownMoney } from '../system/index.ts';
import { lockBills } from './bills.ts';
import { mustSee } from './rights.ts';
import { insertInvoices, loggedOf, rewriteInvoice, subjectOf } from './write.ts';
import type { Drafted, Head, InvoiceRow } from './write.ts';

type Saved = ReplyOf<typeof invoices.add>;

/** Refuses a partner who is missing, not granted, or of the other side of the trade. */
export async function checkPartner(
  { tx, tenantId, scope }: Context,
  { direction, partnerId }: Pick<Head, 'direction' | 'partnerId'>,
): Promise<void> {
  const { rows } = await sql<{ type: string; name: string }>`
    select type, name from partner
    where tenant_id = ${tenantId} and id = ${partnerId} and removed_at is null`.execute(tx);
  const [partner] = rows;
  const at = { field: 'partnerId' };
  const hidden = partner?.type === 'customer' && !mayUseCustomer(scope, partnerId);
  if (partner === undefined || hidden) return refuse('record.missing', {}, at);
  const type = direction === 'issued' ? 'customer' : 'supplier';
  if (partner.type !== type) refuse('invoice.partnerType', { name: partner.name }, at);
}

/** Locks the bills of an invoice and checks it against them. */
async function drafted(
  context: Context,
  { net, tax, bills, ...fields }: Omit<InvoiceFields, 'attachments'>,
  id?: string,
): Promise<Drafted> {
  const head = { ...fields, number: normalText(fields.number) };
  mustSee(context.scope, head.direction);
  await checkPartner(context, head);
  const locked = await lockBills(
    context,
    bills.map(({ documentId }) => documentId),
    id,
  );
  const digits = invoiceDigits(locked, (await ownMoney(context)).digits);
  const money = (amount: string) => rounded(decimal(amount), digits);
  const invoice = {
    direction: head.direction,
    partnerId: head.partnerId,
    net: money(net),
    tax: money(tax),
    parts: locked.map((bill, at) => ({ bill, amount: money(found(bills[at]).amount) })),
    head,
  };
  checkInvoice(invoice);
  return invoice;
}

export async function addInvoice(
  context: Context,
  { attachments = [], ...fields }: InvoiceFields,
): Promise<Saved> {
  const row = found((await insertInvoices(context, [await drafted(context, fields)]))[0]);
  await attachFiles(context, { sort: 'invoice', id: row.id }, attachments, 'attachments');
  return { id: row.id, version: row.version };
}

/** The invoices, locked in one fixed order; one that is missing or hidden refuses them all. */
async function locked(context: Context, ids: readonly string[]): Promise<readonly InvoiceRow[]> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<InvoiceRow>`
    select v.* from invoice v
    where v.tenant_id = ${tenantId} and v.id = any(${ids}::bigint[]) and ${visibleInvoices(scope, 'v')}
    order by v.id for update of v`.execute(tx);
  if (rows.length < ids.length || rows.length === 0) refuse('record.missing');
  for (const { direction, voided, number } of rows) {
    mustSee(scope, direction);
    if (voided) refuse('invoice.voided', { number });
  }
  return rows;
}

/** Changes an invoice that is not void. */
export async function updateInvoice(
  context: Context,
  { id, version, attachments, ...fields }: InputOf<typeof invoices.update>,
): Promise<Saved> {
  const before = found((await locked(context, [id]))[0]);
  if (before.version !== version) await refuseStale(context, 'invoice', id, before.version);
  const invoice = await drafted(context, fields, id);
  const after = await rewriteInvoice(context, id, invoice);
  if (attachments !== undefined)
    await attachFiles(context, { sort: 'invoice', id }, attachments, 'attachments');
  log(context, { ...subjectOf(after), action: 'update', before, after: loggedOf(after, invoice) });
  return { id, version: after.version };
}

/** Voids invoices, all or none: their rows and numbers stay, and their bills can be invoiced again. */
export async function voidInvoices(
  context: Context,
  { ids, reason }: InputOf<typeof invoices.voidBatch>,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const before = await locked(context, idsOf(ids));
  const { rows } = await sql<InvoiceRow>`
    update invoice set voided = true, void_reason = ${reason}, version = version + 1
    where tenant_id = ${tenantId} and id = any(${before.map(({ id }) => id)}::bigint[]) returning *`.execute(
    tx,
  );
  for (const row of before) {
    const after = found(rows.find(({ id }) => id === row.id));
    log(context, { ...subjectOf(row), action: 'void', before: row, after });
  }
  return { changed: rows.length };
}
