// Fiscal invoices: what was issued to customers and received from suppliers for bills, whole or in part.
import type { Decimal } from '../decimal.ts';
import { ZERO, plain, rounded, sum } from '../decimal.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { documentKinds } from '../document/kinds.ts';
import { DomainError } from '../error/domainError.ts';
import { toBase } from './money.ts';
import type { Terms } from './money.ts';
import { billOf } from './settlement.ts';

export const invoiceDirections = ['issued', 'received'] as const;
export type InvoiceDirection = (typeof invoiceDirections)[number];
export const invoiceKinds = ['vat', 'plain', 'electronic'] as const;

const directions = { receivable: 'issued', payable: 'received', deposit: null } as const;

/** The direction in which bills of a kind are invoiced, and the sign that they count with; null: they are not. */
export function invoicedAs(
  kind: AnyKindCode,
): { readonly direction: InvoiceDirection; readonly sign: 1 | -1 } | null {
  const bill = documentKinds[kind].trade === null ? null : billOf(kind);
  const direction = bill === null ? null : directions[bill.purse];
  return bill === null || direction === null ? null : { direction, sign: bill.sign };
}

/** A bill, and what other invoices that stand have of it; a return's figures are below zero. */
export interface InvoicedBill {
  readonly number: string;
  readonly kind: AnyKindCode;
  readonly partnerId: string | null;
  readonly currency: string;
  readonly inForce: boolean;
  readonly amount: Decimal;
  readonly invoiced: Decimal;
  /** How many decimals its amounts are written with. */
  readonly digits: number;
}

export interface InvoicePart {
  readonly bill: InvoicedBill;
  /** What the invoice has of it. */
  readonly amount: Decimal;
}

export interface Invoice {
  readonly direction: InvoiceDirection;
  readonly partnerId: string;
  readonly net: Decimal;
  readonly tax: Decimal;
  readonly parts: readonly InvoicePart[];
}

/** What of a bill is on no invoice yet. */
export const uninvoiced = ({ amount, invoiced }: Pick<InvoicedBill, 'amount' | 'invoiced'>) =>
  amount.minus(invoiced);

/**
 * Decimals of the amounts of an invoice: those of its bills, and those of what older versions left of one; without bills
 * the company's own.
 */
export const invoiceDigits = (bills: readonly InvoicedBill[], own: number): number =>
  bills.length === 0
    ? own
    : Math.max(...bills.flatMap((bill) => [bill.digits, uninvoiced(bill).decimalPlaces()]));

/** Which way an amount counts. */
const wayOf = (amount: Decimal): number => amount.comparedTo(ZERO);

/**
 * Checks an invoice: net and tax of one sign, bills in force of its partner and direction, all in one currency; of each a
 * part that is not more than what is left of it, all of them together not more than the invoice. Throws `invoice.*`.
 */
export function checkInvoice({ direction, partnerId, net, tax, parts }: Invoice): void {
  const gross = net.plus(tax);
  if (net.isZero() || ![0, wayOf(net)].includes(wayOf(tax)))
    throw new DomainError('invoice.amounts', {}, { field: 'net' });
  parts.forEach((part, at) => checkPart(part, { direction, partnerId, line: at + 1, parts }));
  const covered = sum(parts.map(({ amount }) => amount));
  const over =
    parts.length > 0 && (wayOf(covered) !== wayOf(gross) || covered.abs().gt(gross.abs()));
  if (over)
    throw new DomainError(
      'invoice.beyond',
      { covered: plain(covered), gross: plain(gross), digits: parts[0]?.bill.digits ?? 0 },
      { field: 'bills' },
    );
}

interface Place extends Pick<Invoice, 'direction' | 'partnerId' | 'parts'> {
  readonly line: number;
}

function checkPart(
  { bill, amount }: InvoicePart,
  { direction, partnerId, parts, line }: Place,
): void {
  const { number } = bill;
  const at = { field: 'bills', line };
  if (invoicedAs(bill.kind)?.direction !== direction)
    throw new DomainError('invoice.billKind', { number }, at);
  if (bill.partnerId !== partnerId) throw new DomainError('invoice.billPartner', { number }, at);
  if (!bill.inForce) throw new DomainError('invoice.billDraft', { number }, at);
  if (parts.some((other) => other.bill.currency !== bill.currency))
    throw new DomainError('invoice.billCurrency', { number }, at);
  const left = uninvoiced(bill);
  if (wayOf(amount) !== wayOf(bill.amount) || amount.isZero() || amount.abs().gt(left.abs()))
    throw new DomainError('invoice.over', { number, left: plain(left), digits: bill.digits }, at);
}

/**
 * How an amount is spread over bills, in their order: of each as much as is left, until nothing of it is. Bills that
 * nothing is left for are not in it.
 */
export function spreadOver(gross: Decimal, bills: readonly InvoicedBill[]): readonly InvoicePart[] {
  let open = gross;
  return bills.flatMap((bill) => {
    const left = uninvoiced(bill);
    const amount = left.abs().gt(open.abs()) ? open : left;
    if (wayOf(left) !== wayOf(open) || amount.isZero()) return [];
    open = open.minus(amount);
    return [{ bill, amount }];
  });
}

/** A bill whose own rate says what a part of it is worth. */
interface RatedPart {
  readonly bill: Pick<Terms, 'exchangeRate' | 'moneyDigits'>;
  readonly amount: Decimal;
}

/**
 * Worth of an invoice over bills at several rates in the company's own currency: each part at its bill's rate, what no bill
 * covers as they are on average. Null where one rate says it.
 */
export function worthAtRates(gross: Decimal, parts: readonly RatedPart[], digits: number) {
  const [first] = parts;
  if (first === undefined) return null;
  const { exchangeRate } = first.bill;
  if (parts.every(({ bill }) => bill.exchangeRate.equals(exchangeRate))) return null;
  const covered = sum(parts.map(({ amount }) => amount));
  const worth = sum(parts.map(({ bill, amount }) => toBase(bill, amount)));
  return covered.equals(gross) ? worth : rounded(worth.times(gross).dividedBy(covered), digits);
}

/** A bill that invoices stand on stays in force, with its partner, its currency and at least what was invoiced of it. */
export function keepsInvoiced(before: InvoicedBill, after: InvoicedBill): boolean {
  if (before.invoiced.isZero()) return true;
  const same = before.partnerId === after.partnerId && before.currency === after.currency;
  return same && after.inForce && after.amount.abs().gte(before.invoiced.abs());
}
