import type { Decimal } from '../decimal.ts';
import { ONE, ZERO, rounded, sum } from '../decimal.ts';

/**
 * Shares a total over weights, each part rounded to `digits`, so that the parts add up to the total exactly: by running
 * totals, with no leftover part. Where no weight counts, every part weighs the same.
 */
export function share(total: Decimal, weights: readonly Decimal[], digits: number): Decimal[] {
  // Most documents have neither a discount nor charges: their lines, which may be thousands, are not gone through.
  if (total.isZero()) return weights.map(() => ZERO);
  const whole = sum(weights);
  if (whole.isZero())
    return weights.length === 0
      ? []
      : share(
          total,
          weights.map(() => ONE),
          digits,
        );
  let passed = ZERO;
  let given = ZERO;
  return weights.map((weight) => {
    passed = passed.plus(weight);
    const due = passed.equals(whole)
      ? total
      : rounded(total.times(passed).dividedBy(whole), digits);
    const part = due.minus(given);
    given = due;
    return part;
  });
}
