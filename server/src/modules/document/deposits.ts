import { ZERO, plain, sourceIdsOf } from '@tradehouse/domain';
import type { Document, Money } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { found, refuse } from '../../kernel/refuse.ts';
import { atLine } from './atLine.ts';
import { changedBy, ownerOf } from './days.ts';
import type { DayChange, DayOwner, Rated } from './days.ts';
import { moneyOf } from './load.ts';
import type { DocumentRow } from './load.ts';

/**
 * The document with what the deposit it uses was booked at when its order took it. Its order's head is locked. Refuses
 * with `deposit.oneOrder`, `deposit.exceeded` (D12) and, where the order took it in another currency,
 * `document.sourceCurrency`.
 */
export async function withDeposit(
  context: Context,
  document: Document,
  heads: ReadonlyMap<string, DocumentRow>,
): Promise<Document> {
  if (document.depositUsed.isZero()) return { ...document, depositBooked: ZERO };
  const [id, ...others] = sourceIdsOf(document);
  if (id === undefined || others.length > 0)
    return refuse('deposit.oneOrder', {}, { field: 'depositUsed' });
  const left = await depositLeft(context, found(heads.get(id)), document.id);
  const { depositUsed, currency } = document;
  const most = atLine({ field: 'currency' }, () => left.in(currency));
  if (depositUsed.gt(most))
    refuse('deposit.exceeded', { left: plain(most) }, { field: 'depositUsed' });
  return { ...document, depositBooked: left.part(depositUsed, document).booked };
}

/** What is left of an order's deposit beside what `except` uses of it. */
async function depositLeft(
  { tx, tenantId }: Context,
  order: DocumentRow,
  except: string,
): Promise<Money> {
  const { rows } = await sql<{ amount: string; booked: string }>`
    select coalesce(sum(c.deposit_used), 0) as amount, coalesce(sum(c.deposit_booked), 0) as booked
    from document c
    where c.tenant_id = ${tenantId} and c.deleted_at is null and c.id <> ${except} and c.id in (
      select k.target_document_id from document_link k
      where k.tenant_id = ${tenantId} and k.source_document_id = ${order.id})`.execute(tx);
  const { amount, booked } = found(rows[0]);
  return moneyOf(order, order.paid_now).minus(moneyOf(order, amount, booked));
}

interface Deposit extends DayOwner, Rated {
  readonly deposit_taken: string;
  readonly taken_before: string;
}

/** Notes on the orders how much of their deposits live documents use; answers what that changes in the orders' days. */
export async function countDeposits(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<DayChange[]> {
  const { rows } = await sql<Deposit>`
    update document o set deposit_taken = coalesce(used.amount, 0)
    from (
      select source.id, source.deposit_taken as before, sum(c.deposit_used) as amount
      from document source
      left join document c on c.tenant_id = ${tenantId} and c.deleted_at is null and c.id in (
        select k.target_document_id from document_link k
        where k.tenant_id = ${tenantId} and k.source_document_id = source.id)
      where source.tenant_id = ${tenantId} and source.id = any(${ids}::bigint[])
      group by 1, 2) used
    where o.tenant_id = ${tenantId} and o.id = used.id and o.deposit_taken is distinct from coalesce(used.amount, 0)
    returning o.kind, o.business_date, o.creator_id, o.institution_id, o.exchange_rate, o.money_digits,
      o.deposit_taken, used.before as taken_before`.execute(tx);
  return rows.map((row) => ({
    owner: ownerOf(row),
    documents: 0,
    sums: { deposit_taken: changedBy(row, row.taken_before, row.deposit_taken) },
  }));
}
