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

/** Everything from which a document's money follows. A head amount that its kind doesn't have is taken as 0. */
export interface AmountsInput {
  readonly kind: AnyKindCode;
  readonly taxMode: TaxMode;
  /** Decimals of money. */
  readonly digits: number;
  readonly lines: readonly LineInput[];
  /** The discount, given by its rate in percent or by its amount. */
  readonly discount?: { readonly rate: Decimal } | { readonly amount: Decimal };
  /** The service charge, given by its rate in percent or by its amount. */
  readonly service?: { readonly rate: Decimal } | { readonly amount: Decimal };
  /** The value-added services that go with the goods. */
  readonly services?: readonly ServiceInput[];
  readonly otherFees?: Decimal;
  readonly freight?: Decimal;
  /** Null: as much of `depositLeft` as is payable; absent: none. */
  readonly depositUsed?: Decimal | null;
  /** What the order's deposit has left. */
  readonly depositLeft?: Decimal;
  /** Null or absent: the default of the kind. On orders it is the deposit paid with the order. */
  readonly paidNow?: Decimal | null;
  /** Payment before a change that says nothing of it: it stays, as far as something is owed. */
  readonly paidBefore?: Decimal | null;
  /** The setting that nothing is paid at once unless the user says so. */
  readonly payLater?: boolean;
  /** Retail: the cash handed over; null or absent: exactly what is due. */
  readonly received?: Decimal | null;
  readonly exchangeRate?: Decimal;
}

/** The money of a document, in its own currency except `basePayable`. */
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
  /** What each service comes to, and all of them. */
  readonly services: readonly Decimal[];
  readonly serviceFees: Decimal;
  readonly otherFees: Decimal;
  readonly freight: Decimal;
  /** goods − discount + service charge + services + other fees + freight. */
  readonly payable: Decimal;
  readonly depositUsed: Decimal;
  readonly paidNow: Decimal;
  /** payable − deposit used − paid now; below 0 where too much was given, which a check refuses. 0 on orders and retail. */
  readonly debt: Decimal;
  readonly received: Decimal;
  readonly change: Decimal;
  /** round(payable × exchange rate). */
  readonly basePayable: Decimal;
}

/**
 * Every amount of a document of goods (domain 2.2): what the server stores and what the editor shows while one types.
 * Never refuses: what doesn't fit together shows as a negative debt or payable and is refused by `checkAmounts`.
 */
export function computeDocument(input: AmountsInput): DocumentAmounts {
  const { digits } = input;
  const has = (amount: HeadAmount) => documentKinds[input.kind].amounts.includes(amount);
  const lines = input.lines.map((line) => priced(line, input, has('tax')));
  const goods = sum(lines.map(({ total }) => total));
  const discount = portion(goods, has('discount') ? input.discount : undefined, digits);
  const afterDiscount = goods.minus(discount.amount);
  const service = portion(afterDiscount, has('service') ? input.service : undefined, digits);
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
    ...paid(input, payable, has),
    basePayable: rounded(payable.times(input.exchangeRate ?? ONE), digits),
  };
}

/** Kinds without tax ignore the rate; kinds without prices have no money at all. */
function priced(line: LineInput, input: AmountsInput, taxed: boolean): LineAmounts {
  if (documentKinds[input.kind].price === null)
    return { unitPrice: ZERO, amount: ZERO, tax: ZERO, total: ZERO };
  if (taxed) return lineAmounts(line, input.taxMode, input.digits);
  return lineAmounts(untaxed(line), 'exclusive', input.digits);
}

/** A part of a base amount that either its rate or its amount drives; the rate shown has two decimals. */
function portion(
  base: Decimal,
  given: AmountsInput['discount'],
  digits: number,
): { readonly rate: Decimal; readonly amount: Decimal } {
  if (given === undefined) return { rate: ZERO, amount: ZERO };
  if ('rate' in given)
    return { rate: given.rate, amount: rounded(base.times(given.rate).dividedBy(100), digits) };
  const amount = rounded(given.amount, digits);
  return { rate: base.isZero() ? ZERO : rounded(amount.dividedBy(base).times(100), 2), amount };
}

const lesser = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other);

function paid(
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
  const used = has('deposit') ? rounded(depositUsed ?? lesser(depositLeft, payable), digits) : ZERO;
  const due = payable.minus(used);
  // Where the deposit is more than what is due, no one hands out the rest by the way: it is a debt below 0, which a check refuses.
  const owing = due.isNegative() ? ZERO : due;
  const usual = payLater === true ? ZERO : owing;
  const kept = paidBefore === null ? usual : lesser(paidBefore, owing);
  const now = rounded(paidNow ?? kept, digits);
  return { ...nothing, depositUsed: used, paidNow: now, debt: due.minus(now) };
}

/** The money of a document of money: what its lines add up to, and what changes hands after the discount. */
export function computeMoneyDocument(
  lines: readonly Decimal[],
  discount: Decimal,
  digits: number,
): { readonly total: Decimal; readonly discount: Decimal; readonly paidNow: Decimal } {
  const total = sum(lines.map((line) => rounded(line, digits)));
  const less = rounded(discount, digits);
  return { total, discount: less, paidNow: total.minus(less) };
}
