import type { Decimal } from '../decimal.ts';
import { ONE, ZERO, rounded, sum } from '../decimal.ts';
import type { TaxMode } from '../document/document.ts';
import type { HeadAmount } from '../document/kind.ts';
import type { AnyKindCode } from '../document/kindCode.ts';
import { documentKinds } from '../document/kinds.ts';
import { lineAmounts, netOf, untaxed } from './line.ts';
import type { LineAmounts, LineInput } from './line.ts';
import { servicesCome } from './services.ts';
import type { ServiceInput } from './services.ts';

/** Part of a base amount. A rate beside an amount is shown if the rate makes the amount. */
type RateOrAmount =
  | { readonly rate: Decimal }
  | { readonly amount: Decimal; readonly rate?: Decimal };

/** Input for all amounts of a document. Head amounts unsupported by the kind count for 0. */
export interface AmountsInput {
  readonly kind: AnyKindCode;
  readonly taxMode: TaxMode;
  /** Decimals of money. */
  readonly digits: number;
  readonly lines: readonly LineInput[];
  /** Discount, by rate in percent or by amount. */
  readonly discount?: RateOrAmount;
  /** Service charge, by rate in percent or by amount. */
  readonly service?: RateOrAmount;
  /** Value-added services sold with the goods. */
  readonly services?: readonly ServiceInput[];
  readonly otherFees?: Decimal;
  readonly freight?: Decimal;
  /** Null: the part of `depositLeft` needed for the payable; absent: none. */
  readonly depositUsed?: Decimal | null;
  readonly depositLeft?: Decimal;
  /** Null or absent: the default of the kind. On orders: the deposit paid with the order. */
  readonly paidNow?: Decimal | null;
  /** Payment before a change without a payment: stays, up to the amount owed. */
  readonly paidBefore?: Decimal | null;
  /** Setting: nothing is paid at once unless entered. */
  readonly payLater?: boolean;
  /** Retail: the cash handed over; null or absent: exactly the amount due. */
  readonly received?: Decimal | null;
  readonly exchangeRate?: Decimal;
}

/** Amounts of a document, in document currency except `basePayable`. */
export interface DocumentAmounts {
  readonly lines: readonly LineAmounts[];
  /** Σ of the lines' amounts. */
  readonly amount: Decimal;
  readonly net: Decimal;
  readonly tax: Decimal;
  /** Σ of the lines with tax, before the discount. */
  readonly goods: Decimal;
  readonly discountRate: Decimal;
  readonly discount: Decimal;
  readonly afterDiscount: Decimal;
  readonly serviceRate: Decimal;
  readonly serviceCharge: Decimal;
  /** Amount of each service, and the sum. */
  readonly services: readonly Decimal[];
  readonly serviceFees: Decimal;
  readonly otherFees: Decimal;
  readonly freight: Decimal;
  /** goods − discount + service charge + services + other fees + freight. */
  readonly payable: Decimal;
  readonly depositUsed: Decimal;
  readonly paidNow: Decimal;
  /** payable − deposit used − paid now; below 0: overpaid, refused by a check. 0 on orders and retail. */
  readonly debt: Decimal;
  readonly received: Decimal;
  readonly change: Decimal;
  /** round(payable × exchange rate). */
  readonly basePayable: Decimal;
}

/**
 * Computes every amount of a goods document, for the server's stored values and the editor's
 * display. Never refuses: a misfit gives a negative debt or payable, refused by `checkAmounts`.
 */
export function computeDocument(input: AmountsInput): DocumentAmounts {
  const { digits } = input;
  const has = (amount: HeadAmount) => documentKinds[input.kind].amounts.includes(amount);
  const lines = input.lines.map((line) => priceDocumentLine(line, input, has('tax')));
  const goods = sum(lines.map(({ total }) => total));
  const discount = resolveRateOrAmount(goods, has('discount') ? input.discount : undefined, digits);
  const afterDiscount = goods.minus(discount.amount);
  const service = resolveRateOrAmount(
    afterDiscount,
    has('service') ? input.service : undefined,
    digits,
  );
  const services = has('services') ? servicesCome(input.services ?? [], digits) : [];
  const serviceFees = sum(services);
  const otherFees = has('otherFees') ? rounded(input.otherFees ?? ZERO, digits) : ZERO;
  const freight = has('freight') ? rounded(input.freight ?? ZERO, digits) : ZERO;
  const payable = afterDiscount
    .plus(service.amount)
    .plus(serviceFees)
    .plus(otherFees)
    .plus(freight);
  return {
    lines,
    amount: sum(lines.map(({ amount }) => amount)),
    net: sum(lines.map(netOf)),
    tax: sum(lines.map(({ tax }) => tax)),
    goods,
    discountRate: discount.rate,
    discount: discount.amount,
    afterDiscount,
    serviceRate: service.rate,
    serviceCharge: service.amount,
    services,
    serviceFees,
    otherFees,
    freight,
    payable,
    ...calculatePayment(input, payable, has),
    basePayable: rounded(payable.times(input.exchangeRate ?? ONE), digits),
  };
}

/** Kinds without tax ignore the rate; kinds without prices have no money at all. */
function priceDocumentLine(line: LineInput, input: AmountsInput, taxed: boolean): LineAmounts {
  if (documentKinds[input.kind].price === null)
    return { unitPrice: ZERO, amount: ZERO, tax: ZERO, total: ZERO };
  if (taxed) return lineAmounts(line, input.taxMode, input.digits);
  return lineAmounts(untaxed(line), 'exclusive', input.digits);
}

/** Part of a base amount, driven by rate or amount; the displayed rate has two decimals. */
function resolveRateOrAmount(
  base: Decimal,
  given: AmountsInput['discount'],
  digits: number,
): { readonly rate: Decimal; readonly amount: Decimal } {
  if (given === undefined) return { rate: ZERO, amount: ZERO };
  const amountAt = (rate: Decimal) => rounded(base.times(rate).dividedBy(100), digits);
  if (!('amount' in given)) return { rate: given.rate, amount: amountAt(given.rate) };
  const amount = rounded(given.amount, digits);
  if (given.rate !== undefined && amountAt(given.rate).equals(amount))
    return { rate: given.rate, amount };
  return { rate: base.isZero() ? ZERO : rounded(amount.dividedBy(base).times(100), 2), amount };
}

const smallerDecimal = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other);

function calculatePayment(
  {
    depositUsed = ZERO,
    depositLeft = ZERO,
    paidNow,
    paidBefore = null,
    payLater,
    received,
    digits,
  }: AmountsInput,
  payable: Decimal,
  has: (amount: HeadAmount) => boolean,
): Pick<DocumentAmounts, 'depositUsed' | 'paidNow' | 'debt' | 'received' | 'change'> {
  const nothing = { depositUsed: ZERO, paidNow: ZERO, debt: ZERO, received: ZERO, change: ZERO };
  if (has('change')) {
    const handed = rounded(received ?? payable, digits);
    return { ...nothing, paidNow: payable, received: handed, change: handed.minus(payable) };
  }
  if (!has('debt'))
    return {
      ...nothing,
      paidNow: has('paidNow') ? rounded(paidNow ?? paidBefore ?? ZERO, digits) : ZERO,
    };
  const used = has('deposit')
    ? rounded(depositUsed ?? smallerDecimal(depositLeft, payable), digits)
    : ZERO;
  const due = payable.minus(used);
  // A deposit above the amount due is not paid out in passing: the rest is a debt below 0, refused by a
  // check.
  const owing = due.isNegative() ? ZERO : due;
  const usual = payLater === true ? ZERO : owing;
  const kept = paidBefore === null ? usual : smallerDecimal(paidBefore, owing);
  const now = rounded(paidNow ?? kept, digits);
  return { ...nothing, depositUsed: used, paidNow: now, debt: due.minus(now) };
}

/** Money document: the sum of lines, and the amount paid after discount. */
export function computeMoneyDocument(
  lines: readonly Decimal[],
  discount: Decimal,
  digits: number,
): { readonly total: Decimal; readonly discount: Decimal; readonly paidNow: Decimal } {
  const total = sum(lines.map((line) => rounded(line, digits)));
  const less = rounded(discount, digits);
  return { total, discount: less, paidNow: total.minus(less) };
}
