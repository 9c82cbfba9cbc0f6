import type { Decimal } from '../decimal.ts';
import { ONE, ZERO, rounded, sum } from '../decimal.ts';

/**
 * Shares a total over weights, rounded to `digits`: running totals make parts add up exactly, without a
 * leftover part. If all weights are zero, parts are equal.
 */
export function shareByWeights(
  total: Decimal,
  weights: readonly Decimal[],
  digits: number,
): Decimal[] {
  // Most documents have neither discount nor charges: possibly thousands of lines are skipped.
  if (total.isZero()) return weights.map(() => ZERO);
  const whole = sum(weights);
  if (whole.isZero())
    return weights.length === 0
      ? []
      : shareByWeights(
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
