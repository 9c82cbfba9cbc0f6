import { bookedOffs, dayAmounts } from '@tradehouse/database';
import type { Database } from '@tradehouse/database';
import { decimal, toPlainDecimal, serviceFees, toBase } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import type { NotedRow } from '../../posting/index.ts';
import type { StoredDocument } from './stored.ts';

/** Key of a daily sum: kind, day, creator, institution and debt state. */
interface DayOwner {
  readonly kind: string;
  readonly business_date: string;
  readonly creator_id: string;
  readonly institution_id: string | null;
  readonly debt_state: DebtState;
}

/** Debt state: nothing owed, partly open, or fully settled. */
type DebtState = 'none' | 'open' | 'settled';

function debtState(debt: Decimal, settled: Decimal): DebtState {
  if (!debt.equals(settled)) return 'open';
  return debt.isZero() ? 'none' : 'settled';
}

/** Columns of `document` summed per day. */
const summed = ['total_quantity', ...dayAmounts] as const;
/** Summed columns with owner, rate and booked differences. */
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

export type DayRow = Pick<Selectable<Database['document']>, (typeof dayColumns)[number]>;

const dayOwnerOf = (row: DayRow): DayOwner => ({
  kind: row.kind,
  business_date: row.business_date,
  creator_id: row.creator_id,
  institution_id: row.institution_id,
  debt_state: debtState(decimal(row.debt), decimal(row.settled)),
});

/** `DayRow` columns of a row `alias`, in SQL. */
export const dayRowOf = (alias: string): RawBuilder<unknown> =>
  sql.raw(dayColumns.map((column) => `${alias}.${column}`).join(', '));

/** True for amounts, all in the company's own currency, so documents add up. */
const isMoney = (column: string): boolean => column !== 'total_quantity';

function columnInBaseSql(column: (typeof summed)[number]): string {
  if (column === 'total_quantity') return `d.${column}`;
  const off = bookedOffs[column];
  const booked = off === undefined ? '' : ` + d.${off}`;
  return `case when d.exchange_rate = 1 then d.${column}
    else round(d.${column} * d.exchange_rate, d.money_digits)${booked} end`;
}

/**
 * Booked value of an amount less the worth at the row's rate, for row `alias`, in SQL; zero in the
 * company's own currency.
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

/** Amounts that a document `d` adds to the day, in SQL, under the column names. */
export const sumsInBase: RawBuilder<unknown> = sql.raw(
  summed.map((column) => `${columnInBaseSql(column)} as ${column}`).join(', '),
);

type DaySums = Readonly<Partial<Record<(typeof summed)[number], Decimal | null>>>;

export interface DocumentDayChange {
  readonly owner: DayOwner;
  readonly documents: -1 | 1;
  readonly sums: DaySums;
}

/** Day changes for a figure kept by linked documents: former row out, current row in. */
export const ledChanges = (
  after: DayRow,
  before: Partial<Pick<DayRow, 'settled' | 'settled_off' | 'deposit_taken' | 'deposit_taken_off'>>,
): DocumentDayChange[] => [rowChange({ ...after, ...before }, -1), rowChange(after, 1)];

/** Part of a column booked beyond the worth at the row's rate. */
const offIn = (row: DayRow, column: (typeof summed)[number]): string => {
  if (column === 'settled') return row.settled_off;
  return column === 'deposit_taken' ? row.deposit_taken_off : '0';
};

function rowChange(row: DayRow, documents: 1 | -1): DocumentDayChange {
  const rate = { exchangeRate: decimal(row.exchange_rate), moneyDigits: row.money_digits };
  const sums = summed.map((column) => {
    const amount = decimal(row[column] ?? '0');
    return [
      column,
      isMoney(column) ? toBase(rate, amount).plus(offIn(row, column)) : amount,
    ] as const;
  });
  // SAFETY: equal columns, each with an amount.
  return { owner: dayOwnerOf(row), documents, sums: Object.fromEntries(sums) as DaySums };
}

/** Day changes of a save, deletion or approval: former document out, current in. */
export function dayChanges(
  before: StoredDocument | null,
  after: StoredDocument,
): DocumentDayChange[] {
  // Settled amounts belong to linked documents, so this save does not change them.
  const settled = before?.head ?? after.head;
  return [
    ...(before === null ? [] : [toDocumentDayChange(before, -1, settled)]),
    ...(after.document.deleted ? [] : [toDocumentDayChange(after, 1, settled)]),
  ];
}

function toDocumentDayChange(
  { document, head }: StoredDocument,
  documents: 1 | -1,
  taken: Pick<
    StoredDocument['head'],
    'settled' | 'settledOff' | 'depositTaken' | 'depositTakenOff'
  >,
): DocumentDayChange {
  const { amounts } = head;
  const { settled, depositTaken } = taken;
  const sums: DaySums = {
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
  const offs: DaySums = { settled: taken.settledOff, deposit_taken: taken.depositTakenOff };
  const converted = summed.map((column) => {
    const amount = sums[column];
    if (!amount || !isMoney(column)) return [column, amount] as const;
    return [column, toBase(document, amount).plus(offs[column] ?? '0')] as const;
  });
  // SAFETY: equal columns, each with an amount.
  return { owner, documents, sums: Object.fromEntries(converted) as DaySums };
}

/** Sums the changes per day, for storage; days with zero sums are omitted. */
export function dayRows(changes: readonly DocumentDayChange[]): NotedRow[] {
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
      summed.map((column, at) => [column, toPlainDecimal(sums[at] ?? decimal('0'))]),
    );
    return [{ ...owner, institution_id: institution_id ?? '0', documents, ...named }];
  });
}

/** A document leaving a day subtracts its sums. */
const addTo = (sum: Decimal, part: Decimal | null | undefined, documents: number): Decimal =>
  part === null || part === undefined ? sum : documents < 0 ? sum.minus(part) : sum.plus(part);
