import type { Decimal } from '../decimal.ts';
import { ONE, ZERO, toPlainDecimal } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';

const RATIO_DIGITS = 3;
/** Fields of the sub units and ratios in a group, in order. */
const fields = [
  { unit: 'subUnit', ratio: 'ratio' },
  { unit: 'subUnitTwo', ratio: 'ratioTwo' },
  { unit: 'subUnitThree', ratio: 'ratioThree' },
] as const;

/** Unit of a group, worth `ratio` base units. The base unit has ratio 1. */
export interface UnitRatio {
  readonly unit: string;
  readonly ratio: Decimal;
}

/**
 * Checks a unit group, base unit first: distinct names, ratios above 1 with at most three decimals. Throws
 * `unit.same`, `unit.ratio`.
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

/**
 * Checks if a quantity is countable: parts of a larger unit must be whole base units. 0.5 of a box of 24 is
 * 12 pieces; 0.3 is not countable. Base units may have decimals, because no rule forbids them.
 */
export const isCountable = (quantity: Decimal, ratio: Decimal): boolean =>
  ratio.equals(ONE) || quantity.isInteger() || quantity.times(ratio).isInteger();

/** Refuses parts of a larger unit other than whole base units. */
export function checkUnitPart(
  quantity: Decimal,
  { barcode, ratio }: { readonly barcode: string; readonly ratio: Decimal },
  at: { readonly field: string; readonly line: number },
): void {
  if (isCountable(quantity, ratio)) return;
  const pieces = toPlainDecimal(quantity.times(ratio));
  throw new DomainError(
    'document.unitPart',
    { barcode, quantity: toPlainDecimal(quantity), pieces },
    at,
  );
}

/** Name of a unit group: 个/(箱=12个), with more units 个/(盒=10个)/(箱=100个). */
export const unitGroupName = ([base, ...subs]: readonly [UnitRatio, ...UnitRatio[]]): string =>
  [
    base.unit,
    ...subs.map(({ unit, ratio }) => `(${unit}=${toPlainDecimal(ratio)}${base.unit})`),
  ].join('/');

/**
 * Formats base units for people: whole units of the largest ratio first, the rest in base units: `2箱3个`.
 * Units come base first, in any order of size.
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
    parts.push(toPlainDecimal(whole) + unit);
    left = left.minus(whole.times(ratio));
  }
  if (!left.equals(ZERO) || parts.length === 0) parts.push(toPlainDecimal(left) + base.unit);
  return (quantity.isNegative() ? '-' : '') + parts.join('');
}
