// What holds of a document's money when the one who saves it may not see it.
import type { GoodsDocumentInput } from '@tradehouse/contract';
import { agreedRate, decimal, moneyDigitsOf, plain, rounded } from '@tradehouse/domain';
import type { Decimal, Document, DocumentAmounts, Kind } from '@tradehouse/domain';
import type { enteredDiscount } from './agreedParts.ts';
import type { Agreed } from './agreed.ts';
import type { References } from '../store/references.ts';
import type { Stored } from '../store/stored.ts';

/** Accounts and services that stay because their amounts can't be seen are known, though no one named them. */
export const withKeptOnes = (
  references: References,
  before: Stored | null,
  { services }: Agreed,
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

/** The input without what only those say who see amounts. */
export function withoutMoney<Input extends GoodsDocumentInput>(input: Input): Input {
  const rest = { ...input };
  for (const name of headMoney) delete rest[name];
  return rest;
}

/** What money is of is not theirs to say who may not see it: what it was stays, or what was agreed holds. */
export function inKeptCurrency<
  Input extends Partial<Pick<GoodsDocumentInput, 'currency' | 'exchangeRate'>>,
>(input: Input, before: Stored | null, agreed: Agreed): Input {
  const { currency: _, exchangeRate: __, ...rest } = input;
  const { currency, exchangeRate } = before?.document ?? agreed;
  // SAFETY: both fields may be missing.
  const own = rest as Input;
  if (currency === null || exchangeRate === null) return own;
  return { ...own, currency, exchangeRate: plain(exchangeRate) };
}

/** How several accounts share what is paid. One account, and no prepayment beside it, is in accountId already. */
const keptAccounts = ({
  settlements,
  payment,
}: Document): Pick<GoodsDocumentInput, 'settlements'> =>
  settlements.length < (payment === 'prepaid' ? 1 : 2)
    ? {}
    : {
        settlements: settlements.map(({ accountId, amount }) => ({
          accountId,
          amount: plain(amount),
        })),
      };

/** Discount and service charge for goods of another worth: by a rate that explains them, else in proportion. */
function portionsFor(
  goods: Decimal,
  document: Document,
  before: Decimal,
): Pick<GoodsDocumentInput, 'discountRate' | 'discount' | 'serviceRate' | 'serviceCharge'> {
  const { discountRate, discount, serviceRate, serviceCharge } = document;
  const digits = moneyDigitsOf(document);
  const grown = (amount: Decimal): string =>
    plain(before.isZero() ? amount : rounded(amount.times(goods).dividedBy(before), digits));
  const isRate = (base: Decimal, rate: Decimal, amount: Decimal): boolean =>
    agreedRate({ goods: base, discount: amount }, rate, digits) !== null;
  return {
    ...(isRate(before, discountRate, discount)
      ? { discountRate: plain(discountRate) }
      : { discount: grown(discount) }),
    ...(isRate(before.minus(discount), serviceRate, serviceCharge)
      ? { serviceRate: plain(serviceRate) }
      : { serviceCharge: grown(serviceCharge) }),
  };
}

/**
 * The input of somebody who may not see its money: a new document has what was agreed and is paid later, an old one what it had.
 * Where the goods are worth what they were, that is to the cent; else the rates hold, and what follows from them.
 */
export function withKeptMoney<Input extends GoodsDocumentInput>(
  input: Input,
  before: Stored | null,
  agreed: Pick<Agreed, 'services'> & {
    readonly discount: () => ReturnType<typeof enteredDiscount>;
  },
  kind: Kind,
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
    // No one's money is moved by who can't see how much it is: the bill waits to be paid.
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
      quantity: plain(quantity),
      fee: plain(fee),
    })),
    otherFees: plain(document.otherFees),
    freight: plain(document.freight),
    depositUsed: plain(document.depositUsed),
    paidNow: plain(document.paidNow),
    // Where they share less than they did, the first of several accounts stands for all.
    ...(settlements[0] === undefined ? {} : { accountId: settlements[0].accountId }),
  };
  const { goods } = bare();
  const { totalAmount } = head.amounts;
  if (!goods.equals(totalAmount)) {
    return {
      ...kept,
      ...portionsFor(goods, document, totalAmount),
      // With change, what is paid follows from the goods; else it stays, and whose it is.
      ...(kind.amounts.includes('change') ? {} : keptAccounts(document)),
    };
  }
  const { received } = head.amounts;
  return {
    ...kept,
    discount: plain(document.discount),
    serviceCharge: plain(document.serviceCharge),
    ...(received === null ? {} : { received: plain(received) }),
    ...keptAccounts(document),
  };
}
