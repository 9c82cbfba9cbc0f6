import { dayAmounts } from '@tradehouse/database';
import { decimal, plain, serviceFees, toBase } from '@tradehouse/domain';
import type { Decimal, Numeric } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { NotedRow } from '../../posting/index.ts';
import type { Stored } from './stored.ts';

/** Whose day a document counts on. */
export interface DayOwner {
  readonly kind: string;
  readonly business_date: string;
  readonly creator_id: string;
  readonly institution_id: string | null;
}

/** Of a row, that alone: its key is whose day it is. */
export const ownerOf = ({
  kind,
  business_date,
  creator_id,
  institution_id,
}: DayOwner): DayOwner => ({
  kind,
  business_date,
  creator_id,
  institution_id,
});

/** What the totals of a day sum up, under the columns' names in `document`. */
const summed = ['total_quantity', ...dayAmounts] as const;

/** Every amount of them is in the company's own currency: those of several documents add up. */
const isMoney = (column: string): boolean => column !== 'total_quantity';

const inBase = (column: string): string =>
  isMoney(column)
    ? `case when d.exchange_rate = 1 then d.${column} else round(d.${column} * d.exchange_rate, d.money_digits) end`
    : `d.${column}`;

/** What a document `d` adds to its day, in SQL, under the columns' names. */
export const sumsInBase: RawBuilder<unknown> = sql.raw(
  summed.map((column) => `${inBase(column)} as ${column}`).join(', '),
);

/** The rate a document's amounts were booked at. */
export interface Rated {
  readonly exchange_rate: string;
  readonly money_digits: number;
}

/** What it adds to a day in the company's currency that an amount of a document became another. */
export function changedBy(
  { exchange_rate, money_digits }: Rated,
  before: Numeric,
  after: Numeric,
): Decimal {
  const rate = { exchangeRate: decimal(exchange_rate), moneyDigits: money_digits };
  return toBase(rate, decimal(after)).minus(toBase(rate, decimal(before)));
}

type Sums = Readonly<Partial<Record<(typeof summed)[number], Decimal | null>>>;

/** What one document, or one column of it, adds to a day or takes away. */
export interface DayChange {
  readonly owner: DayOwner;
  readonly documents: -1 | 0 | 1;
  readonly sums: Sums;
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
  { settled, depositTaken }: Pick<Stored['head'], 'settled' | 'depositTaken'>,
): DayChange {
  const { amounts } = head;
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
  };
  const owner = {
    kind: document.kind,
    business_date: document.businessDate,
    creator_id: head.creatorId,
    institution_id: head.institutionId,
  };
  const converted = Object.entries(sums).map(([column, amount]) => [
    column,
    amount && isMoney(column) ? toBase(document, amount) : amount,
  ]);
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

/** A document that leaves its day takes its sums along; a change of one column brings its difference. */
const addTo = (sum: Decimal, part: Decimal | null | undefined, documents: number): Decimal =>
  part === null || part === undefined ? sum : documents < 0 ? sum.minus(part) : sum.plus(part);
