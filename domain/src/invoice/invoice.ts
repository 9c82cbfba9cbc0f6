// Fiscal invoices issued to customers and received from suppliers, for bills in whole or part.
import type { Decimal } from '../decimal.ts';
import { ZERO, toPlainDecimal, rounded, sum } from '../decimal.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { documentKinds } from '../document/kinds.ts';
import { DomainError } from '../error/domainError.ts';
import { toBase } from '../money/money.ts';
import type { CurrencyTerms } from '../money/money.ts';
import { billOf } from '../money/settlement.ts';

export const invoiceDirections = ['issued', 'received'] as const;
export type InvoiceDirection = (typeof invoiceDirections)[number];
export const invoiceKinds = ['vat', 'plain', 'electronic'] as const;

const directions = { receivable: 'issued', payable: 'received', deposit: null } as const;

/** Invoice direction for bills of a kind, and the sign in the sum; null: not invoiced. */
export function invoicedAs(
  kind: AnyKindCode,
): { readonly direction: InvoiceDirection; readonly sign: 1 | -1 } | null {
  const bill = documentKinds[kind].trade === null ? null : billOf(kind);
  const direction = bill === null ? null : directions[bill.purse];
  return bill === null || direction === null ? null : { direction, sign: bill.sign };
}

/** Bill, and its part on other invoices in force; return figures are below zero. */
export interface InvoicedBill {
  readonly number: string;
  readonly kind: AnyKindCode;
  readonly partnerId: string | null;
  readonly currency: string;
  readonly exchangeRate: Decimal;
  readonly inForce: boolean;
  readonly amount: Decimal;
  readonly invoiced: Decimal;
  /** Decimals of the amounts. */
  readonly digits: number;
}

export interface InvoicePart {
  readonly bill: InvoicedBill;
  /** Amount of the bill on this invoice. */
  readonly amount: Decimal;
}

export interface Invoice {
  readonly direction: InvoiceDirection;
  readonly partnerId: string;
  readonly net: Decimal;
  readonly tax: Decimal;
  readonly parts: readonly InvoicePart[];
}

/** Part of a bill not yet invoiced. */
export const uninvoiced = ({ amount, invoiced }: Pick<InvoicedBill, 'amount' | 'invoiced'>) =>
  amount.minus(invoiced);

/**
 * Decimals of invoice amounts: the bills', and those left on a bill by older versions; without bills the
 * company's.
 */
export const invoiceDigits = (bills: readonly InvoicedBill[], own: number): number =>
  bills.length === 0
    ? own
    : Math.max(...bills.flatMap((bill) => [bill.digits, uninvoiced(bill).decimalPlaces()]));

/** Sign of an amount. */
const signOfAmount = (amount: Decimal): number => amount.comparedTo(ZERO);

/**
 * Checks an invoice: net and tax of one sign; bills in force, of the partner and direction, in one
 * currency. No part exceeds its bill's remainder; the parts together do not exceed the invoice. Throws
 * `invoice.*`.
 */
export function checkInvoice({ direction, partnerId, net, tax, parts }: Invoice): void {
  const gross = net.plus(tax);
  if (net.isZero() || ![0, signOfAmount(net)].includes(signOfAmount(tax)))
    throw new DomainError('invoice.amounts', {}, { field: 'net' });
  parts.forEach((part, at) => checkPart(part, { direction, partnerId, line: at + 1, parts }));
  const covered = sum(parts.map(({ amount }) => amount));
  const over =
    parts.length > 0 &&
    (signOfAmount(covered) !== signOfAmount(gross) || covered.abs().gt(gross.abs()));
  if (over)
    throw new DomainError(
      'invoice.beyond',
      {
        covered: toPlainDecimal(covered),
        gross: toPlainDecimal(gross),
        digits: parts[0]?.bill.digits ?? 0,
      },
      { field: 'bills' },
    );
}

interface InvoicePartContext extends Pick<Invoice, 'direction' | 'partnerId' | 'parts'> {
  readonly line: number;
}

function checkPart(
  { bill, amount }: InvoicePart,
  { direction, partnerId, parts, line }: InvoicePartContext,
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
  if (
    signOfAmount(amount) !== signOfAmount(bill.amount) ||
    amount.isZero() ||
    amount.abs().gt(left.abs())
  )
    throw new DomainError(
      'invoice.over',
      { number, left: toPlainDecimal(left), digits: bill.digits },
      at,
    );
}

/** Spreads an amount over bills in order, each up to its remainder. Bills without a remainder are omitted. */
export function spreadOver(gross: Decimal, bills: readonly InvoicedBill[]): readonly InvoicePart[] {
  let open = gross;
  return bills.flatMap((bill) => {
    const left = uninvoiced(bill);
    const amount = left.abs().gt(open.abs()) ? open : left;
    if (signOfAmount(left) !== signOfAmount(open) || amount.isZero()) return [];
    open = open.minus(amount);
    return [{ bill, amount }];
  });
}

/** Bill converting a part at the bill's rate. */
interface RatedPart {
  readonly bill: Pick<CurrencyTerms, 'exchangeRate' | 'moneyDigits'>;
  readonly amount: Decimal;
}

/**
 * Converts an invoice over bills at several rates to company currency: parts at their bills' rates, the
 * rest at the average. Null: one rate suffices.
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

/**
 * Checks an invoiced bill after a change: in force, same partner, currency and rate, at least the invoiced
 * amount. An invoice keeps its worth at the rate of its bills.
 */
export function keepsInvoiced(before: InvoicedBill, after: InvoicedBill): boolean {
  if (before.invoiced.isZero()) return true;
  const same =
    before.partnerId === after.partnerId &&
    before.currency === after.currency &&
    before.exchangeRate.equals(after.exchangeRate);
  return same && after.inForce && after.amount.abs().gte(before.invoiced.abs());
}
