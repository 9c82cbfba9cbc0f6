import { bookedOffs, dayAmounts } from '@tradehouse/database';
import type { Database } from '@tradehouse/database';
import { decimal, plain, serviceFees, toBase } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import type { NotedRow } from '../../posting/index.ts';
import type { Stored } from './stored.ts';

/** Whose day a document counts on, and how its debt stands: the key of the day's sums. */
interface DayOwner {
  readonly kind: string;
  readonly business_date: string;
  readonly creator_id: string;
  readonly institution_id: string | null;
  readonly debt_state: DebtState;
}

/** Was nothing owed, is something open, or is all of it settled? */
type DebtState = 'none' | 'open' | 'settled';

function debtState(debt: Decimal, settled: Decimal): DebtState {
  if (!debt.equals(settled)) return 'open';
  return debt.isZero() ? 'none' : 'settled';
}

/** What the totals of a day sum up, under the columns' names in `document`. */
const summed = ['total_quantity', ...dayAmounts] as const;
/** The same, and whose day it is and what its amounts are worth. */
const dayColumns = [
  'kind',
  'business_date',
  'creator_id',
  'institution_id',
  'exchange_rate',
  'money_digits',
  'settled_off',
  'deposit_taken_off',
  ...summed,
] as const;

/** A document as its row is, in what days sum up of it. */
export type DayRow = Pick<Selectable<Database['document']>, (typeof dayColumns)[number]>;

const ownerOf = (row: DayRow): DayOwner => ({
  kind: row.kind,
  business_date: row.business_date,
  creator_id: row.creator_id,
  institution_id: row.institution_id,
  debt_state: debtState(decimal(row.debt), decimal(row.settled)),
});

/** The columns of a row `alias`, in SQL, as `DayRow` has them. */
export const dayRowOf = (alias: string): RawBuilder<unknown> =>
  sql.raw(dayColumns.map((column) => `${alias}.${column}`).join(', '));

/** Every amount of them is in the company's own currency: those of several documents add up. */
const isMoney = (column: string): boolean => column !== 'total_quantity';

function inBase(column: (typeof summed)[number]): string {
  if (column === 'total_quantity') return `d.${column}`;
  const off = bookedOffs[column];
  const booked = off === undefined ? '' : ` + d.${off}`;
  return `case when d.exchange_rate = 1 then d.${column}
    else round(d.${column} * d.exchange_rate, d.money_digits)${booked} end`;
}

/**
 * Distance in SQL of what was booked of an amount of row `alias` from what it comes to at the row's own rate; in the company's own
 * currency not at all.
 */
export const bookedOff = (
  alias: string,
  amount: RawBuilder<unknown>,
  booked: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`case when ${of('exchange_rate')} = 1 then 0
    else ${booked} - round(${amount} * ${of('exchange_rate')}, ${of('money_digits')}) end`;
};

/** What a document `d` adds to its day, in SQL, under the columns' names. */
export const sumsInBase: RawBuilder<unknown> = sql.raw(
  summed.map((column) => `${inBase(column)} as ${column}`).join(', '),
);

type Sums = Readonly<Partial<Record<(typeof summed)[number], Decimal | null>>>;

/** What one document adds to a day or takes away. */
export interface DayChange {
  readonly owner: DayOwner;
  readonly documents: -1 | 1;
  readonly sums: Sums;
}

/**
 * What it changes in a document's days that a figure which others lead was another: the row leaves them as it was, and joins
 * them as it is.
 */
export const ledChanges = (
  after: DayRow,
  before: Partial<Pick<DayRow, 'settled' | 'settled_off' | 'deposit_taken' | 'deposit_taken_off'>>,
): DayChange[] => [rowChange({ ...after, ...before }, -1), rowChange(after, 1)];

/** Part of a column that was booked beyond what it comes to at the row's own rate. */
const offIn = (row: DayRow, column: (typeof summed)[number]): string => {
  if (column === 'settled') return row.settled_off;
  return column === 'deposit_taken' ? row.deposit_taken_off : '0';
};

function rowChange(row: DayRow, documents: 1 | -1): DayChange {
  const rate = { exchangeRate: decimal(row.exchange_rate), moneyDigits: row.money_digits };
  const sums = summed.map((column) => {
    const amount = decimal(row[column] ?? '0');
    return [
      column,
      isMoney(column) ? toBase(rate, amount).plus(offIn(row, column)) : amount,
    ] as const;
  });
  // SAFETY: the same columns, each with its amount.
  return { owner: ownerOf(row), documents, sums: Object.fromEntries(sums) as Sums };
}

/** What saving, deleting or approving a document changes: as it was it leaves its day, as it is it joins its day. */
export function dayChanges(before: Stored | null, after: Stored): DayChange[] {
  // What others settled of it is not the document's own to change.
  const settled = before?.head ?? after.head;
  return [
    ...(before === null ? [] : [dayOf(before, -1, settled)]),
    ...(after.document.deleted ? [] : [dayOf(after, 1, settled)]),
  ];
}

function dayOf(
  { document, head }: Stored,
  documents: 1 | -1,
  taken: Pick<Stored['head'], 'settled' | 'settledOff' | 'depositTaken' | 'depositTakenOff'>,
): DayChange {
  const { amounts } = head;
  const { settled, depositTaken } = taken;
  const sums: Sums = {
    total_quantity: amounts.totalQuantity,
    goods_amount: amounts.goodsAmount,
    total_amount: amounts.totalAmount,
    discount: document.discount,
    service_charge: document.serviceCharge,
    service_fees: serviceFees(document),
    other_fees: document.otherFees,
    freight: document.freight,
    payable: amounts.payable,
    deposit_used: document.depositUsed,
    paid_now: document.paidNow,
    deposit_taken: depositTaken,
    received: amounts.received,
    change_given: amounts.changeGiven,
    debt: amounts.debt,
    settled,
    bonus: document.bonus,
  };
  const owner = {
    kind: document.kind,
    business_date: document.businessDate,
    creator_id: head.creatorId,
    institution_id: head.institutionId,
    debt_state: debtState(amounts.debt, settled),
  };
  const offs: Sums = { settled: taken.settledOff, deposit_taken: taken.depositTakenOff };
  const converted = summed.map((column) => {
    const amount = sums[column];
    if (!amount || !isMoney(column)) return [column, amount] as const;
    return [column, toBase(document, amount).plus(offs[column] ?? '0')] as const;
  });
  // SAFETY: the same columns, each with its amount.
  return { owner, documents, sums: Object.fromEntries(converted) as Sums };
}

/** What the changes add to the sums of their days, as they are noted; a day that comes out even is none. */
export function dayRows(changes: readonly DayChange[]): NotedRow[] {
  const days = Map.groupBy(changes, ({ owner }) => JSON.stringify(owner));
  return [...days.values()].flatMap((group) => {
    const first = group[0];
    const documents = group.reduce((sum, change) => sum + change.documents, 0);
    const sums = summed.map((column) =>
      group.reduce((sum, one) => addTo(sum, one.sums[column], one.documents), decimal('0')),
    );
    if (first === undefined || (documents === 0 && sums.every((sum) => sum.isZero()))) return [];
    const { institution_id, ...owner } = first.owner;
    const named = Object.fromEntries(
      summed.map((column, at) => [column, plain(sums[at] ?? decimal('0'))]),
    );
    return [{ ...owner, institution_id: institution_id ?? '0', documents, ...named }];
  });
}

/** A document that leaves its day takes its sums along. */
const addTo = (sum: Decimal, part: Decimal | null | undefined, documents: number): Decimal =>
  part === null || part === undefined ? sum : documents < 0 ? sum.minus(part) : sum.plus(part);
