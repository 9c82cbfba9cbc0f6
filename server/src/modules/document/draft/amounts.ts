import type { GoodsDocumentInput } from '@tradehouse/contract';
import {
  computeDocument,
  decimal,
  digitsIn,
  plain,
  rounded,
  takesDeposit,
} from '@tradehouse/domain';
import type {
  AnyKindCode,
  Decimal,
  DocumentAmounts,
  Kind,
  LineInput,
  ServiceLine,
} from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';
import type { References } from '../store/references.ts';
import type { Terms } from './terms.ts';

/** What a document comes to: its head as it was typed, and what the money of its lines follows from. */
export function amountsOf(
  input: GoodsDocumentInput & { readonly kind: AnyKindCode },
  kind: Kind,
  references: References,
  terms: Terms,
  lines: readonly LineInput[],
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
    services: servicesOf(input, kind, references, terms),
    otherFees: optional(input.otherFees),
    freight: optional(input.freight),
    depositUsed: optional(input.depositUsed),
    paidNow: paidNow === undefined ? null : decimal(paidNow),
    payLater: settings.zeroChangeAmount,
    received: input.received === undefined ? null : decimal(input.received),
    exchangeRate,
  });
}

/** The services that were asked for; one whose fee isn't said costs what it costs otherwise. */
export function servicesOf(
  { services = [] }: Pick<GoodsDocumentInput, 'services'>,
  kind: Kind,
  { serviceFees, settings }: References,
  { currency, exchangeRate }: Terms,
): Omit<ServiceLine, 'amount'>[] {
  if (!kind.amounts.includes('services')) return [];
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

/** What nothing over the counter has. */
const notRetail = [
  'discount',
  'discountRate',
  'serviceRate',
  'serviceCharge',
  'otherFees',
  'freight',
  'depositUsed',
  'depositTaken',
] as const;

const says = (amount: string | undefined): boolean => !decimal(amount ?? '0').isZero();

/** What is sold over the counter costs what its lines do, without tax, and is paid at once (domain.md 2.4). */
export function checkRetail(
  input: GoodsDocumentInput,
  { amounts }: Kind,
  { payable }: DocumentAmounts,
  digits: number,
): void {
  if (!amounts.includes('change')) return;
  const { paidNow, services = [], lines } = input;
  const field =
    notRetail.find((name) => says(input[name])) ?? (services.length > 0 ? 'services' : undefined);
  if (field !== undefined) refuse('request.field', { field }, { field });
  const taxed = lines.findIndex(({ taxRate }) => says(taxRate)) + 1;
  if (taxed > 0) refuse('request.field', { field: 'taxRate' }, { field: 'taxRate', line: taxed });
  const missing = payable.minus(
    paidNow === undefined ? payable : rounded(decimal(paidNow), digits),
  );
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
