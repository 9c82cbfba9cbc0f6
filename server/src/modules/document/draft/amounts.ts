import type { GoodsDocumentInput } from '@tradehouse/contract';
import {
  ZERO,
  computeDocument,
  decimal,
  digitsIn,
  isTaxOfRate,
  isWithinRounding,
  keysOf,
  toPlainDecimal,
  rounded,
  takesDeposit,
} from '@tradehouse/domain';
import type {
  AnyKindCode,
  Decimal,
  Document,
  DocumentAmounts,
  HeadAmount,
  DocumentKind,
  LineInput,
  ServiceLine,
} from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import { draftDigits } from '../store/references.ts';
import type { References } from '../store/references.ts';
import type { StoredDocument } from '../store/stored.ts';
import type { DocumentTerms } from './terms.ts';

/** Computes a document's amounts from the typed head and line prices. */
export function toDocumentAmounts(
  input: GoodsDocumentInput & { readonly kind: AnyKindCode },
  kind: DocumentKind,
  references: References,
  terms: DocumentTerms,
  lines: readonly LineInput[],
  atOnce: boolean | null,
  before: StoredDocument | null,
): DocumentAmounts {
  const { settings } = references;
  const { taxMode, exchangeRate } = terms;
  const optional = (text: string | undefined): Decimal => decimal(text ?? '0');
  const { depositUsed = ZERO, paidNow: paidBefore = null } = before?.document ?? {};
  // A deposit is used by goods of its order.
  const hasSource = input.lines.some(({ sourceDocumentId = null }) => sourceDocumentId !== null);
  const paidNow = (takesDeposit(kind) ? input.depositTaken : undefined) ?? input.paidNow;
  return computeDocument({
    kind: input.kind,
    taxMode,
    digits: draftDigits(terms.currency, references),
    lines,
    ...toAmountPortion('discount', input.discountRate, input.discount),
    ...toAmountPortion('service', input.serviceRate, input.serviceCharge),
    services: toServiceLines(input, references, terms),
    otherFees: optional(input.otherFees),
    freight: optional(input.freight),
    // An unnamed payment stays, up to the new total; in another currency only 0 may stay unnamed.
    depositUsed: input.depositUsed === undefined ? null : decimal(input.depositUsed),
    depositLeft: hasSource ? depositUsed : ZERO,
    paidNow: paidNow === undefined ? null : decimal(paidNow),
    paidBefore,
    payLater: atOnce === null ? settings.zeroChangeAmount : !atOnce,
    received: input.received === undefined ? null : decimal(input.received),
    exchangeRate,
  });
}

/** Reads the requested services; a service without a given fee has the usual fee. */
export function toServiceLines(
  { services = [] }: Pick<GoodsDocumentInput, 'services'>,
  { serviceFees, settings }: References,
  { currency, exchangeRate }: DocumentTerms,
): Omit<ServiceLine, 'amount'>[] {
  return services.map(({ serviceId, quantity: typed, fee: agreed }) => {
    const [usual, quantity] = [serviceFees.get(serviceId), decimal(typed)];
    if (quantity.lte(0) || usual === undefined)
      return refuseWith('document.service', {}, { field: 'services' });
    const fee =
      agreed === undefined
        ? rounded(usual.dividedBy(exchangeRate), digitsIn(currency, settings))
        : decimal(agreed);
    return { serviceId, quantity, fee };
  });
}

/**
 * Uses the rate or the amount; given both, the amount, verified by `checkPortions` against the rate, which is
 * shown if it makes the amount.
 */
function toAmountPortion<Name extends 'discount' | 'service'>(
  name: Name,
  rate: string | undefined,
  amount: string | undefined,
) {
  const given = {
    ...(rate === undefined ? {} : { rate: decimal(rate) }),
    ...(amount === undefined ? {} : { amount: decimal(amount) }),
  };
  return Object.keys(given).length === 0 ? {} : { [name]: given };
}

/** Head amount of a kind that each input field sets. */
const amountsByField = {
  discount: 'discount',
  discountRate: 'discount',
  serviceRate: 'service',
  serviceCharge: 'service',
  otherFees: 'otherFees',
  freight: 'freight',
  depositUsed: 'deposit',
} as const satisfies Partial<Record<keyof GoodsDocumentInput, HeadAmount>>;

const isNonZeroAmount = (amount: string | undefined): boolean => !decimal(amount ?? '0').isZero();

/**
 * Refuses amounts that documents of a kind do not have, because they would have no effect.
 */
export function refuseForeignAmounts(input: GoodsDocumentInput, kind: DocumentKind): void {
  const has = (amount: HeadAmount): boolean => kind.amounts.includes(amount);
  const { depositTaken, services = [], lines } = input;
  const foreign = (field: string, line?: number): never =>
    refuseWith('request.field', { field }, { field, ...(line !== undefined && { line }) });
  for (const name of keysOf(amountsByField))
    if (isNonZeroAmount(input[name]) && !has(amountsByField[name])) foreign(name);
  if (isNonZeroAmount(depositTaken) && !takesDeposit(kind)) foreign('depositTaken');
  if (services.length > 0 && !has('services')) foreign('services');
  const taxed = has('tax') ? -1 : lines.findIndex(({ taxRate }) => isNonZeroAmount(taxRate));
  if (taxed >= 0) foreign('taxRate', taxed + 1);
  const withTax = has('tax') ? -1 : lines.findIndex(({ tax }) => isNonZeroAmount(tax));
  if (withTax >= 0) foreign('tax', withTax + 1);
}

/** Refuses a tax not explained by the rate; an agreed tax amount is a share of a tax at the rate. */
export function checkTaxes(
  lines: readonly LineInput[],
  amounts: DocumentAmounts,
  digits: number,
): void {
  const wrong = lines.findIndex(({ tax, taxRate }, at) => {
    const made = amounts.lines[at];
    return tax !== undefined && made !== undefined && !isTaxOfRate(made, taxRate, digits);
  });
  if (wrong < 0) return;
  const rate = toPlainDecimal(decimal(lines[wrong]?.taxRate ?? 0));
  refuseWith('document.taxOfRate', { line: wrong + 1, rate }, { field: 'tax', line: wrong + 1 });
}

/**
 * Refuses a discount or service charge if the rate gives another amount. A rate of 0 beside an amount is
 * ignored, and a saved draft keeps both.
 */
export function checkPortions(
  input: GoodsDocumentInput,
  { goods, afterDiscount, ...made }: DocumentAmounts,
  before: Document | null,
  digits: number,
): void {
  const portions = [
    ['discountRate', 'discount', goods],
    ['serviceRate', 'serviceCharge', afterDiscount],
  ] as const;
  for (const [rateName, field, base] of portions) {
    const [rate, amount] = [input[rateName], input[field]];
    if (rate === undefined || amount === undefined || decimal(rate).isZero()) continue;
    const isKept = before?.[rateName].equals(rate) === true && before[field].equals(amount);
    if (isKept) continue;
    const exact = base.times(rate).dividedBy(100);
    // A rate read from a document is the rate of the amount, with two decimals.
    const isShown = made[rateName].equals(rounded(decimal(rate), 2));
    if (isShown || isWithinRounding(made[field].minus(exact), 0, digits)) continue;
    const says = toPlainDecimal(rounded(exact, digits));
    refuseWith(
      'document.rateAndAmount',
      { rate: toPlainDecimal(decimal(rate)), amount: says, digits },
      { field },
    );
  }
}

/** Over the counter no more and no less is paid than is due. */
export function checkPaidWhole(
  { paidNow }: GoodsDocumentInput,
  { amounts }: DocumentKind,
  { payable }: DocumentAmounts,
  digits: number,
): void {
  if (paidNow === undefined || !amounts.includes('change')) return;
  const missing = payable.minus(rounded(decimal(paidNow), digits));
  const at = { field: 'paidNow' };
  if (missing.gt(0))
    refuseWith('document.retailDebt', { missing: toPlainDecimal(missing), digits }, at);
  if (missing.lt(0))
    refuseWith('document.overpaid', { amount: toPlainDecimal(payable), digits }, at);
}

/** Refuses amounts that no document may have. */
export function checkAmounts(
  { discount, goods, payable, depositUsed, paidNow, debt, change }: DocumentAmounts,
  kind: DocumentKind,
  digits: number,
): void {
  const at = (field: string) => ({ field });
  // Gains and losses of a count may total below zero; no one pays.
  if (Object.values(kind.goods).some(({ signed }) => signed === true)) return;
  if (goods.isNegative()) refuseWith('document.negativeAmount', {}, at('lines'));
  if (discount.gt(goods))
    refuseWith('document.discount', { amount: toPlainDecimal(goods), digits }, at('discount'));
  if (kind.amounts.includes('debt') && debt.isNegative()) {
    const field = depositUsed.gt(payable) ? 'depositUsed' : 'paidNow';
    refuseWith('document.overpaid', { amount: toPlainDecimal(payable), digits }, at(field));
  }
  if (paidNow.isNegative()) refuseWith('document.negativeAmount', {}, at('paidNow'));
  if (change.isNegative())
    refuseWith(
      'document.retailDebt',
      { missing: toPlainDecimal(change.negated()), digits },
      at('received'),
    );
}
