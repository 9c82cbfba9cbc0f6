import type { Decimal } from '../decimal.ts';
import { ONE, rounded, sum } from '../decimal.ts';
import type { GoodsLine } from '../document/document.ts';

/** Multiplier of a service fee: none, pieces of an order, or kilograms. */
export type ChargeMode = 'order' | 'piece' | 'weight';

export interface ServiceInput {
  readonly quantity: Decimal;
  /** In the document's currency. */
  readonly fee: Decimal;
}

/** Amounts of services: fee × quantity, rounded like money, without tax. */
export const servicesCome = (services: readonly ServiceInput[], digits: number): Decimal[] =>
  services.map(({ quantity, fee }) => rounded(quantity.times(fee), digits));

const counted: Readonly<
  Record<ChargeMode, (goods: Pick<GoodsLine, 'baseQuantity' | 'weight'>) => Decimal>
> = {
  order: () => ONE,
  piece: ({ baseQuantity }) => baseQuantity,
  weight: ({ weight }) => weight,
};

/** Default quantity of a service: 1, the number of pieces, or the kilograms of the goods. */
export function serviceQuantity(
  mode: ChargeMode,
  goods: readonly Pick<GoodsLine, 'baseQuantity' | 'weight'>[],
): Decimal {
  return mode === 'order' ? ONE : sum(goods.map(counted[mode]));
}
