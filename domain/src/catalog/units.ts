import type { Decimal } from '../decimal.ts';
import { ONE, ZERO, plain } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';

const RATIO_DIGITS = 3;
/** Where a group names its sub units and their ratios, in their order. */
const fields = [
  { unit: 'subUnit', ratio: 'ratio' },
  { unit: 'subUnitTwo', ratio: 'ratioTwo' },
  { unit: 'subUnitThree', ratio: 'ratioThree' },
] as const;

/** A unit of a group; `ratio` base units are one of it. The base unit has ratio 1. */
export interface UnitRatio {
  readonly unit: string;
  readonly ratio: Decimal;
}

/**
 * Checks a group of units, base unit first: names differ, every ratio above 1 with at most three decimals.
 * Throws `unit.same`, `unit.ratio`.
 */
export function checkUnits([base, ...subs]: readonly [UnitRatio, ...UnitRatio[]]): void {
  const seen = new Set([base.unit]);
  for (const [index, { unit, ratio }] of subs.entries()) {
    const at = (what: 'unit' | 'ratio') => ({ field: fields[index]?.[what] ?? what });
    if (seen.has(unit)) throw new DomainError('unit.same', { unit }, at('unit'));
    if (ratio.lte(ONE) || ratio.decimalPlaces() > RATIO_DIGITS)
      throw new DomainError('unit.ratio', { unit }, at('ratio'));
    seen.add(unit);
  }
}

/** How a group is called: 个/(箱=12个), with more units 个/(盒=10个)/(箱=100个). */
export const unitGroupName = ([base, ...subs]: readonly [UnitRatio, ...UnitRatio[]]): string =>
  [base.unit, ...subs.map(({ unit, ratio }) => `(${unit}=${plain(ratio)}${base.unit})`)].join('/');

/**
 * A quantity of base units as people count it: whole units of the largest ratio first, the rest in the base unit:
 * `2箱3个`. Units are given base first, in any order of size.
 */
export function inBigUnits(
  quantity: Decimal,
  [base, ...subs]: readonly [UnitRatio, ...UnitRatio[]],
): string {
  let left = quantity.abs();
  const parts: string[] = [];
  for (const { unit, ratio } of subs.toSorted((one, other) => other.ratio.comparedTo(one.ratio))) {
    const whole = left.dividedToIntegerBy(ratio);
    if (whole.isZero()) continue;
    parts.push(plain(whole) + unit);
    left = left.minus(whole.times(ratio));
  }
  if (!left.equals(ZERO) || parts.length === 0) parts.push(plain(left) + base.unit);
  return (quantity.isNegative() ? '-' : '') + parts.join('');
}
