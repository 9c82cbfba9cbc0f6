// Money given back by returns, with tax and after discounts (decision 0069).
import type { Decimal } from '../decimal.ts';
import { ZERO, decimal, rounded } from '../decimal.ts';
import { atLeastZero, exactShare } from './agreed.ts';

/** Goods of one source document taken by live returns. */
export interface ReturnedGoods {
  /** Goods and discount of the source. */
  readonly goods: Decimal;
  readonly discount: Decimal;
  /** Returned goods at source prices, and at return prices. */
  readonly agreed: Decimal;
  readonly returned: Decimal;
  /** Discounts of the returns. */
  readonly discounts: Decimal;
  /** Number of lines and discounts, each rounded. */
  readonly roundings: number;
}

/** Money given back by returns, cost of the goods, and excess over the cost. */
export interface MoneyBack {
  readonly back: Decimal;
  readonly cost: Decimal;
  readonly excess: Decimal;
}

/**
 * Compares money given back with the goods' cost after the source discount. Rounding may differ by a
 * smallest unit per rounded amount, plus one; all returns together never exceed the source's cost.
 */
export function moneyBack(
  { goods, discount, agreed, returned, discounts, roundings }: ReturnedGoods,
  digits: number,
): MoneyBack {
  const back = returned.minus(discounts);
  const whole = goods.minus(discount);
  const cost = rounded(exactShare(whole, agreed, goods), digits);
  const tolerated = cost.plus(
    decimal(10)
      .pow(-digits)
      .times(roundings + 1),
  );
  const isOver = back.gt(tolerated) || back.gt(whole);
  return { back, cost, excess: isOver ? atLeastZero(back.minus(cost)) : ZERO };
}
