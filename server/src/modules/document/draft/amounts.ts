import type { GoodsDocumentInput } from '@tradehouse/contract';
import {
  computeDocument,
  decimal,
  digitsIn,
  isTaxOfRate,
  keysOf,
  plain,
  rounded,
  takesDeposit,
} from '@tradehouse/domain';
import type {
  AnyKindCode,
  Decimal,
  DocumentAmounts,
  HeadAmount,
  Kind,
  LineInput,
  ServiceLine,
} from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';
import type { References } from '../store/references.ts';
import type { Stored } from '../store/stored.ts';
import type { Terms } from './terms.ts';

/** What a document comes to: its head as it was typed, and what the money of its lines follows from. */
export function amountsOf(
  input: GoodsDocumentInput & { readonly kind: AnyKindCode },
  kind: Kind,
  references: References,
  terms: Terms,
  lines: readonly LineInput[],
  atOnce: boolean | null,
  before: Stored | null,
): DocumentAmounts {
  const { settings } = references;
  const { taxMode, exchangeRate } = terms;
  const optional = (text: string | undefined): Decimal => decimal(text ?? '0');
  const paidNow = (takesDeposit(kind) ? input.depositTaken : undefined) ?? input.paidNow;
  return computeDocument({
    kind: input.kind,
    taxMode,
    digits: digitsIn(terms.currency, settings),
    lines,
    ...portion('discount', input.discountRate, input.discount),
    ...portion('service', input.serviceRate, input.serviceCharge),
    services: servicesOf(input, references, terms),
    otherFees: optional(input.otherFees),
    freight: optional(input.freight),
    depositUsed: optional(input.depositUsed),
    paidNow: paidNow === undefined ? null : decimal(paidNow),
    paidBefore: before?.document.currency === terms.currency ? before.document.paidNow : null,
    payLater: atOnce === null ? settings.zeroChangeAmount : !atOnce,
    received: input.received === undefined ? null : decimal(input.received),
    exchangeRate,
  });
}

/** The services that were asked for; one whose fee isn't said costs what it costs otherwise. */
export function servicesOf(
  { services = [] }: Pick<GoodsDocumentInput, 'services'>,
  { serviceFees, settings }: References,
  { currency, exchangeRate }: Terms,
): Omit<ServiceLine, 'amount'>[] {
  return services.map(({ serviceId, quantity: typed, fee: agreed }) => {
    const [usual, quantity] = [serviceFees.get(serviceId), decimal(typed)];
    if (quantity.lte(0) || usual === undefined)
      return refuse('document.service', {}, { field: 'services' });
    const fee =
      agreed === undefined
        ? rounded(usual.dividedBy(exchangeRate), digitsIn(currency, settings))
        : decimal(agreed);
    return { serviceId, quantity, fee };
  });
}

/** The rate or the amount drives; the amount wins when both are given. */
function portion<Name extends 'discount' | 'service'>(
  name: Name,
  rate: string | undefined,
  amount: string | undefined,
) {
  if (amount !== undefined) return { [name]: { amount: decimal(amount) } };
  return rate === undefined ? {} : { [name]: { rate: decimal(rate) } };
}

/** Which of the amounts that a kind may have each field of a head is. */
const amountsByField = {
  discount: 'discount',
  discountRate: 'discount',
  serviceRate: 'service',
  serviceCharge: 'service',
  otherFees: 'otherFees',
  freight: 'freight',
  depositUsed: 'deposit',
} as const satisfies Partial<Record<keyof GoodsDocumentInput, HeadAmount>>;

const says = (amount: string | undefined): boolean => !decimal(amount ?? '0').isZero();

/** Refuses amounts that documents of a kind do not have (domain.md 2.4): they would count for nothing. */
export function refuseForeign(input: GoodsDocumentInput, kind: Kind): void {
  const has = (amount: HeadAmount): boolean => kind.amounts.includes(amount);
  const { depositTaken, services = [], lines } = input;
  const foreign = (field: string, line?: number): never =>
    refuse('request.field', { field }, { field, ...(line !== undefined && { line }) });
  for (const name of keysOf(amountsByField))
    if (says(input[name]) && !has(amountsByField[name])) foreign(name);
  if (says(depositTaken) && !takesDeposit(kind)) foreign('depositTaken');
  if (services.length > 0 && !has('services')) foreign('services');
  const taxed = has('tax') ? -1 : lines.findIndex(({ taxRate }) => says(taxRate));
  if (taxed >= 0) foreign('taxRate', taxed + 1);
  const withTax = has('tax') ? -1 : lines.findIndex(({ tax }) => says(tax));
  if (withTax >= 0) foreign('tax', withTax + 1);
}

/** Refuses a tax that its rate does not explain: what was agreed as an amount is a share of a tax of that rate. */
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
  const rate = plain(decimal(lines[wrong]?.taxRate ?? 0));
  refuse('document.taxOfRate', { line: wrong + 1, rate }, { field: 'tax', line: wrong + 1 });
}

/** Over the counter no more and no less is paid than is due. */
export function checkPaidWhole(
  { paidNow }: GoodsDocumentInput,
  { amounts }: Kind,
  { payable }: DocumentAmounts,
  digits: number,
): void {
  if (paidNow === undefined || !amounts.includes('change')) return;
  const missing = payable.minus(rounded(decimal(paidNow), digits));
  const at = { field: 'paidNow' };
  if (missing.gt(0)) refuse('document.retailDebt', { missing: plain(missing), digits }, at);
  if (missing.lt(0)) refuse('document.overpaid', { amount: plain(payable), digits }, at);
}

/** Refuses amounts that no document may come to, as they are now. */
export function checkAmounts(
  { discount, goods, payable, depositUsed, paidNow, debt, change }: DocumentAmounts,
  kind: Kind,
  digits: number,
): void {
  const at = (field: string) => ({ field });
  // Gains and losses of a count may come to less than nothing; no one pays them.
  if (Object.values(kind.goods).some(({ signed }) => signed === true)) return;
  if (goods.isNegative()) refuse('document.negativeAmount', {}, at('lines'));
  if (discount.gt(goods))
    refuse('document.discount', { amount: plain(goods), digits }, at('discount'));
  if (kind.amounts.includes('debt') && debt.isNegative()) {
    const field = depositUsed.gt(payable) ? 'depositUsed' : 'paidNow';
    refuse('document.overpaid', { amount: plain(payable), digits }, at(field));
  }
  if (paidNow.isNegative()) refuse('document.negativeAmount', {}, at('paidNow'));
  if (change.isNegative())
    refuse('document.retailDebt', { missing: plain(change.negated()), digits }, at('received'));
}
