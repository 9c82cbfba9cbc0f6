// The reference of the random histories: what is known of one customer, one account and one carrier, in memory.
import { accounts, logisticsCompanies, partners } from '@tradehouse/contract';
import type { BankRowInput } from '@tradehouse/contract';
import { dayAfter, decimal, toPlainDecimal, rounded, sum } from '@tradehouse/domain';
import type { Decimal, ErrorKey } from '@tradehouse/domain';
import { expect } from 'vitest';
import { Refused } from '../../../testing.ts';
import type { Shop, TestProduct } from '../../document/testShop.ts';

/** The days of a history go over the end of a year. */
export const FIRST_DAY = '2025-12-29';
/** Steps are of a day of these, or so many days late. */
export const DAYS = 4;
export const LATE = 2;
/** After all days of every history, with what is dated by the clock. */
export const LAST_DAY = '2099-12-31';

export const currencies = [
  { currency: 'EUR', digits: 2, rates: ['7.123456', '8', '6.98765'] },
  { currency: 'KWD', digits: 3, rates: ['3.25', '3.301', '2.999999'] },
  { currency: 'JPY', digits: 0, rates: ['0.0467', '0.051', '0.049999'] },
  { currency: 'USD', digits: 2, rates: ['1'] },
] as const;

export interface Payment {
  readonly id: string;
  readonly day: string;
  readonly amount: Decimal;
  /** Amount taken off the debt, in the company's own currency. */
  readonly booked: Decimal;
  /** Amount that the account got, less the fee; `worth`: in the company's own currency. */
  readonly received: Decimal;
  readonly worth: Decimal;
  /** Payment fee in the company's own currency. */
  readonly fee: Decimal;
  readonly reference: string;
}
export interface Bill {
  readonly id: string;
  readonly number: string;
  readonly day: string;
  readonly amount: Decimal;
  readonly rate: string;
  payments: readonly Payment[];
  invoiced: Decimal;
}
export interface Invoice {
  readonly id: string;
  readonly day: string;
  readonly parts: readonly { readonly bill: Bill; readonly amount: Decimal }[];
}
/** A document in force of a history. */
export interface Carried {
  readonly id: string;
  readonly number: string;
  readonly day: string;
}
export interface Freight {
  readonly id: string;
  /** The shipment that it came with; null: it was noted by hand. */
  readonly shipmentId: string | null;
  readonly day: string;
  readonly currency: string;
  readonly rate: string;
  billed: Decimal;
  /** Document or order with the freight. */
  readonly of: Carried | Order;
  /** Document with the freight in its books; null: an order waits for an outbound. */
  bearer: Carried | null;
  /** Amount in the books; null: the payment is the expense. */
  booked: Decimal | null;
  isAccepted: boolean;
  payment: FreightPayment | null;
}
export interface FreightPayment {
  readonly id: string;
  /** The clock's day until it is moved. */
  day: string;
  readonly currency: string;
  readonly amount: Decimal;
  readonly worth: Decimal;
  reference: string;
}
export interface Order extends Carried {
  /** Outbounds of one of the two pieces each, in the order of their ids. */
  outbounds: readonly Carried[];
  isComplete: boolean;
}
/** Sale of kits, paid at once. */
export interface KitSale extends Carried {
  readonly quantity: number;
  readonly amount: Decimal;
  returned: number;
}
/** Receipt of landed goods above zero, or their sale below zero. */
export interface LandedMove extends Carried {
  readonly quantity: number;
  readonly paid: Decimal;
}
export interface Revaluation {
  readonly id: string;
  readonly day: string;
  readonly difference: Decimal;
}
/** Net profit of the company, other cost of sales, and other payment fees. */
export interface CompanyProfit {
  readonly profit: Decimal;
  readonly otherCost: Decimal;
  readonly otherFees: Decimal;
}
export interface Statement {
  readonly id: string;
  readonly until: string;
  readonly closing: string;
}
export type BankRow = BankRowInput & { readonly of: string };

export interface Books {
  readonly shop: Shop;
  readonly barcode: string;
  /** Deliveries of the history have their freight in the books. */
  readonly booksFreight: boolean;
  readonly digits: number;
  readonly currency: string;
  readonly rates: readonly string[];
  readonly partnerId: string;
  readonly accountId: string;
  /** Fee rate of the account, in percent. */
  readonly feeRate: string;
  readonly carrierId: string;
  /** The carrier's and the account's name: nothing else has it. */
  readonly name: string;
  readonly bills: Bill[];
  invoices: readonly Invoice[];
  freight: readonly Freight[];
  freightPayments: readonly FreightPayment[];
  readonly orders: Order[];
  /** Kit of three pieces at 1, and the promotion on the kit. */
  readonly kit: string;
  kitSales: readonly KitSale[];
  kitReturns: readonly (Carried & { readonly quantity: number; readonly amount: Decimal })[];
  /** Goods of the history with freight in their cost. */
  readonly landed: TestProduct;
  landedMoves: readonly LandedMove[];
  revaluations: readonly Revaluation[];
  /** Everything that the bank had, also of documents that were deleted since. */
  readonly rows: BankRow[];
  /** Position of the statement that brought each row, by the row's reference. */
  readonly brought: Map<string, number>;
  readonly statements: Statement[];
  closedUntil: string | null;
  /** The number of the next reference. */
  next: number;
  /** The company's profit up to each day when the history began. */
  readonly profitBefore: ReadonlyMap<string, CompanyProfit>;
}

/** A step is done, refused because of closed days, or finds nothing to do. */
export type Outcome = 'done' | 'refused' | 'nothing';

/** Step of the progress display. */
export interface Step {
  readonly day: number;
  readonly pick: number;
  readonly percent: number;
  readonly late: number;
}

export const dayOf = ({ day, late }: Step): string => dayAfter(FIRST_DAY, day + late);
export const at = (day: string) => ({ time: `${day}T04:00:00.000Z`, status: '1' as const });
export const pickFrom = <T>(all: readonly T[], pick: number): T | undefined =>
  all[pick % Math.max(all.length, 1)];
export const rateOf = ({ rates }: Books, pick: number): string => pickFrom(rates, pick) ?? '1';

export const worthOf = (amount: Decimal, rate: string): Decimal => rounded(amount.times(rate), 2);
export const openOf = ({ amount, payments }: Bill): Decimal =>
  amount.minus(sum(payments.map((payment) => payment.amount)));
export const bookedLeft = ({ amount, rate, payments }: Bill): Decimal =>
  worthOf(amount, rate).minus(sum(payments.map(({ booked }) => booked)));
/** A part of an amount in whole smallest units, at least one. */
export const partOf = (whole: Decimal, percent: number, digits: number): Decimal => {
  const part = rounded(whole.times(percent).dividedBy(100), digits);
  const least = decimal(1).dividedBy(10 ** digits);
  return part.lt(least) ? least : part;
};

export const nextReference = (books: Books): string => {
  books.next += 1;
  return `TX${books.next}`;
};
/** Adds a bank row some days after its document. */
export function noteAtBank(books: Books, row: BankRow): void {
  books.rows.push(row);
}
/** Removes the bank row of a deleted or moved document, unless already imported. */
export function forgetRow({ rows, brought }: Books, reference: string): void {
  const row = rows.findIndex((one) => one.reference === reference);
  if (row >= 0 && !brought.has(reference)) rows.splice(row, 1);
}

/**
 * Runs a command on the server and expects a refusal exactly if one of its days is closed. Returns null on
 * refusal.
 */
export async function post<T>(
  { closedUntil }: Books,
  days: readonly string[],
  command: () => Promise<T>,
): Promise<T | null> {
  const isClosed = days.some((day) => closedUntil !== null && day <= closedUntil);
  const [reply, refusal] = await orRefusal(command);
  expect(refusal).toBe(isClosed ? 'document.periodClosed' : null);
  return reply;
}

export async function orRefusal<T>(
  command: () => Promise<T>,
): Promise<readonly [T | null, ErrorKey | null]> {
  try {
    return [await command(), null];
  } catch (error) {
    if (error instanceof Refused) return [null, error.refusal.key];
    throw error;
  }
}

/** Creates a customer, an account and a carrier of an own history, with one currency. */
export async function emptyBooks(
  shop: Shop,
  { barcode, kit }: { readonly barcode: string; readonly kit: string },
  nth: number,
  profitBefore: Books['profitBefore'],
): Promise<Books> {
  const { call } = shop.server;
  const name = crypto.randomUUID().slice(0, 18);
  const booksFreight = nth % 2 === 0;
  const feeRate = nth % 3 === 0 ? '0.6' : '0';
  const [{ id: partnerId }, { id: accountId }, { id: carrierId }] = await Promise.all([
    call(partners.add, { type: 'customer', name }),
    call(accounts.add, { name, openingAmount: '0', feeRate }),
    call(logisticsCompanies.add, { name, code: name, orderPrefix: 'L-' }),
    shop.set({ closed_until: null, freight_in_profit: booksFreight, landed_cost: booksFreight }),
  ]);
  const landed = await shop.product();
  const { currency, digits, rates } = currencies[nth] ?? currencies[0];
  return {
    shop,
    barcode,
    booksFreight,
    digits,
    currency,
    rates,
    partnerId,
    accountId,
    feeRate,
    carrierId,
    name,
    bills: [],
    invoices: [],
    freight: [],
    freightPayments: [],
    orders: [],
    kit,
    kitSales: [],
    kitReturns: [],
    landed,
    landedMoves: [],
    revaluations: [],
    rows: [],
    brought: new Map(),
    statements: [],
    closedUntil: null,
    next: 0,
    profitBefore,
  };
}

export const textOf = (amounts: readonly Decimal[]): string => toPlainDecimal(sum(amounts));
