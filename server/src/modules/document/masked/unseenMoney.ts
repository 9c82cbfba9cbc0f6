// Money of a document saved by a user without sight of amounts.
import type { GoodsDocumentInput } from '@tradehouse/contract';
import { agreedRate, decimal, moneyDigitsOf, toPlainDecimal, rounded } from '@tradehouse/domain';
import type { Decimal, Document, DocumentAmounts, DocumentKind } from '@tradehouse/domain';
import type { enteredDiscount } from './agreedParts.ts';
import type { AgreedTerms } from './agreed.ts';
import type { References } from '../store/references.ts';
import type { StoredDocument } from '../store/stored.ts';

/** Adds kept accounts and services, absent from the input, to the known references. */
export const withKeptOnes = (
  references: References,
  before: StoredDocument | null,
  { services }: AgreedTerms,
): References => ({
  ...references,
  serviceFees: new Map([
    ...services.map(({ serviceId, fee }) => [serviceId, decimal(fee)] as const),
    ...(before?.document.services ?? []).map(({ serviceId, fee }) => [serviceId, fee] as const),
  ]),
  accountIds: new Set([
    ...references.accountIds,
    ...(before?.document.settlements ?? []).map(({ accountId }) => accountId),
  ]),
});

const headMoney = [
  'discountRate',
  'discount',
  'serviceRate',
  'serviceCharge',
  'services',
  'otherFees',
  'freight',
  'depositUsed',
  'depositTaken',
  'paidNow',
  'settlements',
  'received',
] as const;

/** Removes the fields reserved for users with sight of amounts. */
export function withoutMoney<Input extends GoodsDocumentInput>(input: Input): Input {
  const rest = { ...input };
  for (const name of headMoney) delete rest[name];
  return rest;
}

/** Keeps the saved or agreed currency and rate for users without sight of amounts. */
export function inKeptCurrency<
  Input extends Partial<Pick<GoodsDocumentInput, 'currency' | 'exchangeRate'>>,
>(input: Input, { currency, exchangeRate }: Pick<AgreedTerms, 'currency' | 'exchangeRate'>): Input {
  const { currency: _, exchangeRate: __, ...rest } = input;
  // SAFETY: both fields may be missing.
  const own = rest as Input;
  if (currency === null || exchangeRate === null) return own;
  return { ...own, currency, exchangeRate: toPlainDecimal(exchangeRate) };
}

/** Shares of several accounts; a single account without prepayment is in accountId already. */
const keptAccounts = ({
  settlements,
  payment,
}: Document): Pick<GoodsDocumentInput, 'settlements'> =>
  settlements.length < (payment === 'prepaid' ? 1 : 2)
    ? {}
    : {
        settlements: settlements.map(({ accountId, amount }) => ({
          accountId,
          amount: toPlainDecimal(amount),
        })),
      };

/**
 * Recomputes discount and service charge for a changed goods amount: by a matching rate, else in
 * proportion. An agreed discount follows the sources instead.
 */
function portionsFor(
  goods: Decimal,
  document: Document,
  before: Decimal,
  agreedDiscount: (() => ReturnType<typeof enteredDiscount>) | null,
): Pick<GoodsDocumentInput, 'discountRate' | 'discount' | 'serviceRate' | 'serviceCharge'> {
  const { discountRate, discount, serviceRate, serviceCharge } = document;
  const digits = moneyDigitsOf(document);
  const grown = (amount: Decimal): string =>
    toPlainDecimal(
      before.isZero() ? amount : rounded(amount.times(goods).dividedBy(before), digits),
    );
  const isRate = (base: Decimal, rate: Decimal, amount: Decimal): boolean =>
    agreedRate({ goods: base, discount: amount }, rate, digits) !== null;
  return {
    ...(agreedDiscount?.() ??
      (isRate(before, discountRate, discount)
        ? { discountRate: toPlainDecimal(discountRate) }
        : { discount: grown(discount) })),
    ...(isRate(before.minus(discount), serviceRate, serviceCharge)
      ? { serviceRate: toPlainDecimal(serviceRate) }
      : { serviceCharge: grown(serviceCharge) }),
  };
}

/**
 * Completes money for users without sight of amounts: agreed amounts, unpaid, for a new document; else the
 * saved ones. Unchanged goods keep values to the cent; changed goods share an agreed discount again, and keep
 * other rates.
 */
export function withKeptMoney<Input extends GoodsDocumentInput>(
  input: Input,
  before: StoredDocument | null,
  agreed: Pick<AgreedTerms, 'services'> & {
    readonly discount: () => ReturnType<typeof enteredDiscount>;
    /** True if the saved discount is the agreed one. */
    readonly sharesDiscount: boolean;
  },
  kind: DocumentKind,
  bare: () => DocumentAmounts,
): Input {
  const rest = withoutMoney(input);
  if (before === null) {
    const services = agreed.services.map(({ serviceId, quantity, fee }) => ({
      serviceId,
      quantity,
      fee,
    }));
    const discount = kind.amounts.includes('discount') ? agreed.discount() : {};
    // A user who cannot see amounts moves no money: the bill stays unpaid.
    return {
      ...rest,
      ...discount,
      services,
      ...(kind.amounts.includes('debt') ? { paidNow: '0' } : {}),
    };
  }
  const { document, head } = before;
  const { settlements } = document;
  const kept = {
    ...rest,
    services: document.services.map(({ serviceId, quantity, fee }) => ({
      serviceId,
      quantity: toPlainDecimal(quantity),
      fee: toPlainDecimal(fee),
    })),
    otherFees: toPlainDecimal(document.otherFees),
    freight: toPlainDecimal(document.freight),
    depositUsed: toPlainDecimal(document.depositUsed),
    paidNow: toPlainDecimal(document.paidNow),
    // If the shared amount falls, the first of several accounts takes everything.
    ...(settlements[0] === undefined ? {} : { accountId: settlements[0].accountId }),
  };
  const { goods } = bare();
  const { totalAmount } = head.amounts;
  if (!goods.equals(totalAmount)) {
    return {
      ...kept,
      ...portionsFor(goods, document, totalAmount, agreed.sharesDiscount ? agreed.discount : null),
      // With change, the payment follows from the goods; else payment and accounts stay.
      ...(kind.amounts.includes('change') ? {} : keptAccounts(document)),
    };
  }
  const { received } = head.amounts;
  return {
    ...kept,
    discountRate: toPlainDecimal(document.discountRate),
    discount: toPlainDecimal(document.discount),
    serviceRate: toPlainDecimal(document.serviceRate),
    serviceCharge: toPlainDecimal(document.serviceCharge),
    ...(received === null ? {} : { received: toPlainDecimal(received) }),
    ...keptAccounts(document),
  };
}
