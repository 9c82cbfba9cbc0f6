import {
  ZERO,
  decimal,
  moneyDigitsOf,
  moneyKindCodes,
  toPlainDecimal,
  purseSettledByKind,
  sourceIdsOf,
} from '@tradehouse/domain';
import type { At, Decimal, Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { withInputPosition } from '../store/atLine.ts';
import { bookedOff, dayRowOf, ledChanges } from '../store/days.ts';
import type { DocumentDayChange, DayRow } from '../store/days.ts';
import { moneyFromHead } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';

/**
 * Adds the used deposit's booked amount. The order's head is locked. Refuses with `deposit.oneOrder`,
 * `deposit.early`, `deposit.exceeded` (D12) and, for a deposit in another currency,
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
    return refuseWith('deposit.oneOrder', {}, { field: 'depositUsed' });
  const order = orRefuseMissing(heads.get(id));
  checkDepositDay(document, order, { field: 'depositUsed' });
  const taken = (await takenOfDeposits(context, [id], document.id)).get(id) ?? nothingTaken;
  const left = moneyFromHead(order, order.paid_now).minus(
    moneyFromHead(order, taken.amount, taken.booked),
  );
  const { depositUsed, currency } = document;
  const most = withInputPosition({ field: 'currency' }, () => left.in(currency));
  if (depositUsed.gt(most))
    refuseWith(
      'deposit.exceeded',
      { left: toPlainDecimal(most), digits: moneyDigitsOf(document) },
      { field: 'depositUsed' },
    );
  return { ...document, depositBooked: left.part(depositUsed, document).booked };
}

/** Refuses to use or return a deposit before the day of payment, because the books hold none until then. */
export function checkDepositDay(
  { businessDate }: Pick<Document, 'businessDate'>,
  order: Pick<DocumentRow, 'number' | 'business_date'>,
  at: At,
): void {
  if (businessDate < order.business_date)
    refuseWith('deposit.early', { number: order.number ?? '', date: order.business_date }, at);
}

/** Amounts already taken from a document: nominal and booked. */
export interface DepositUsage {
  readonly amount: Decimal;
  readonly booked: Decimal;
}

export const nothingTaken: DepositUsage = { amount: ZERO, booked: ZERO };

export interface DepositUsageRow {
  readonly id: string;
  readonly amount: string;
  readonly booked: string;
}
export const takenById = (rows: readonly DepositUsageRow[]): Map<string, DepositUsage> =>
  new Map(
    rows.map(({ id, amount, booked }) => [
      id,
      { amount: decimal(amount), booked: decimal(booked) },
    ]),
  );

/**
 * Live documents' parts of order deposits, in SQL (id, amount, booked): deliveries and refunds. Drafts
 * count. `ids`: an array of the orders' ids.
 */
export const depositTakers = (
  tenantId: string,
  ids: RawBuilder<unknown>,
  except = '0',
): RawBuilder<unknown> => sql`
  select linked.id, c.deposit_used as amount, c.deposit_booked as booked
  from (
    select distinct k.source_document_id as id, k.target_document_id from document_link k
    where k.tenant_id = ${tenantId} and k.source_document_id = any(${ids})) linked
  join document c on c.tenant_id = ${tenantId} and c.id = linked.target_document_id and c.deleted_at is null
    and c.id <> ${except}
  union all
  select l.settled_document_id, l.amount, l.booked
  from document_line l
  join document c on c.tenant_id = ${tenantId} and c.id = l.document_id and c.deleted_at is null
  where l.tenant_id = ${tenantId} and l.settled_document_id = any(${ids}) and c.id <> ${except}
    and c.kind = any(${refunds}::text[])`;

/** Kinds that refund deposits; the remaining settling kinds settle bills. */
const refunds = moneyKindCodes.filter((kind) => purseSettledByKind(kind) === 'deposit');

/** Refunded deposit of order `id`, in SQL. Refunds not in force are reserved, not yet refunded. */
export const givenBack = (tenantId: string, id: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce((
    select sum(l.amount) from document_line l
    join document c on c.tenant_id = ${tenantId} and c.id = l.document_id and c.in_force
      and c.kind = any(${refunds}::text[])
    where l.tenant_id = ${tenantId} and l.settled_document_id = ${id}), 0)`;

/** Reads parts of order deposits taken by documents except `except`. */
export async function takenOfDeposits(
  { tx, tenantId }: Context,
  ids: readonly string[],
  except: string,
): Promise<Map<string, DepositUsage>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<DepositUsageRow>`
    select taken.id, sum(taken.amount) as amount, sum(taken.booked) as booked
    from (${depositTakers(tenantId, sql`${ids}::bigint[]`, except)}) taken
    group by 1`.execute(tx);
  return takenById(rows);
}

interface Deposit extends DayRow {
  readonly taken_before: string;
  readonly off_before: string;
}

/** Stores live documents' deposit use on the orders; returns the day changes. */
export async function countDeposits(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<DocumentDayChange[]> {
  const { rows } = await sql<Deposit>`
    update document o set deposit_taken = used.amount,
      deposit_taken_off = ${bookedOff('o', sql`used.amount`, sql`used.booked`)}
    from (
      select source.id, source.deposit_taken as before, source.deposit_taken_off as off_before,
        coalesce(sum(taken.amount), 0) as amount, coalesce(sum(taken.booked), 0) as booked
      from document source
      left join (${depositTakers(tenantId, sql`${ids}::bigint[]`)}) taken on taken.id = source.id
      where source.tenant_id = ${tenantId} and source.id = any(${ids}::bigint[])
      group by 1, 2, 3) used
    where o.tenant_id = ${tenantId} and o.id = used.id
      and (o.deposit_taken, o.deposit_taken_off) <> (used.amount, ${bookedOff('o', sql`used.amount`, sql`used.booked`)})
    returning ${dayRowOf('o')}, used.before as taken_before, used.off_before`.execute(tx);
  return rows.flatMap((row) =>
    ledChanges(row, { deposit_taken: row.taken_before, deposit_taken_off: row.off_before }),
  );
}
