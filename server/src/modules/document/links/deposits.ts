import {
  ZERO,
  decimal,
  moneyDigitsOf,
  moneyKindCodes,
  plain,
  settledBy,
  sourceIdsOf,
} from '@tradehouse/domain';
import type { At, Decimal, Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { found, refuse } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { atLine } from '../store/atLine.ts';
import { bookedOff, dayRowOf, ledChanges } from '../store/days.ts';
import type { DayChange, DayRow } from '../store/days.ts';
import { moneyOf } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';

/**
 * The document with what the deposit it uses was booked at when its order took it. Its order's head is locked. Refuses
 * with `deposit.oneOrder`, `deposit.early`, `deposit.exceeded` (D12) and, where the order took it in another currency,
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
  const order = found(heads.get(id));
  checkDepositDay(document, order, { field: 'depositUsed' });
  const taken = (await takenOfDeposits(context, [id], document.id)).get(id) ?? nothingTaken;
  const left = moneyOf(order, order.paid_now).minus(moneyOf(order, taken.amount, taken.booked));
  const { depositUsed, currency } = document;
  const most = atLine({ field: 'currency' }, () => left.in(currency));
  if (depositUsed.gt(most))
    refuse(
      'deposit.exceeded',
      { left: plain(most), digits: moneyDigitsOf(document) },
      { field: 'depositUsed' },
    );
  return { ...document, depositBooked: left.part(depositUsed, document).booked };
}

/** Refuses to use or give back a deposit on a day before it was paid: until then the books hold none. */
export function checkDepositDay(
  { businessDate }: Pick<Document, 'businessDate'>,
  order: Pick<DocumentRow, 'number' | 'business_date'>,
  at: At,
): void {
  if (businessDate < order.business_date)
    refuse('deposit.early', { number: order.number ?? '', date: order.business_date }, at);
}

/** What others took of a document already: on paper, and in the books. */
export interface Taken {
  readonly amount: Decimal;
  readonly booked: Decimal;
}

export const nothingTaken: Taken = { amount: ZERO, booked: ZERO };

/** The same as the database tells it, by the document. */
export interface TakenRow {
  readonly id: string;
  readonly amount: string;
  readonly booked: string;
}
export const takenById = (rows: readonly TakenRow[]): Map<string, Taken> =>
  new Map(
    rows.map(({ id, amount, booked }) => [
      id,
      { amount: decimal(amount), booked: decimal(booked) },
    ]),
  );

/**
 * What live documents take of the deposits of orders, as a relation (id, amount, booked): those that are delivered with
 * them, and those that give them back. Drafts count. `ids`: an array of the orders' ids.
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

/** What gives deposits back; what others settle are bills. */
const refunds = moneyKindCodes.filter((kind) => settledBy(kind) === 'deposit');

/**
 * What was given back of the deposit of the order whose id is `id`, in SQL. What is not in force has not been given yet,
 * though it is kept for it.
 */
export const givenBack = (tenantId: string, id: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce((
    select sum(l.amount) from document_line l
    join document c on c.tenant_id = ${tenantId} and c.id = l.document_id and c.in_force
      and c.kind = any(${refunds}::text[])
    where l.tenant_id = ${tenantId} and l.settled_document_id = ${id}), 0)`;

/** What documents other than `except` take of the deposits of orders. */
export async function takenOfDeposits(
  { tx, tenantId }: Context,
  ids: readonly string[],
  except: string,
): Promise<Map<string, Taken>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<TakenRow>`
    select taken.id, sum(taken.amount) as amount, sum(taken.booked) as booked
    from (${depositTakers(tenantId, sql`${ids}::bigint[]`, except)}) taken
    group by 1`.execute(tx);
  return takenById(rows);
}

interface Deposit extends DayRow {
  readonly taken_before: string;
  readonly off_before: string;
}

/** Notes on the orders how much of their deposits live documents use or give back; answers what that changes in the orders' days. */
export async function countDeposits(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<DayChange[]> {
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
