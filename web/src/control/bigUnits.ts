import { decimal, inBigUnits } from '@tradehouse/domain';

/** Units of a product's group in a row; null for a single unit. */
export interface UnitGroup {
  readonly baseUnit: string | null;
  readonly subUnit: string | null;
  readonly ratio: string | null;
  readonly subUnitTwo: string | null;
  readonly ratioTwo: string | null;
  readonly subUnitThree: string | null;
  readonly ratioThree: string | null;
}

interface UnitWithRatio {
  readonly unit: string;
  readonly ratio: string;
}

const ONE = '1';

/**
 * Quantity of base units in big units (`2箱3个`); null if the units add nothing: a single unit, or an unnamed
 * base unit.
 */
export function bigUnitText(quantity: string, units: readonly UnitWithRatio[]): string | null {
  const base = units.find(({ ratio }) => decimal(ratio).equals(ONE));
  if (base === undefined || units.length < 2) return null;
  const subs = units.filter((unit) => unit !== base);
  const [first, ...rest] = [base, ...subs].map(({ unit, ratio }) => ({
    unit,
    ratio: decimal(ratio),
  }));
  return first === undefined ? null : inBigUnits(decimal(quantity), [first, ...rest]);
}

/** Existing units of a group, base unit first. */
export function unitsIn(group: UnitGroup): readonly UnitWithRatio[] {
  if (group.baseUnit === null) return [];
  const subs = [
    [group.subUnit, group.ratio],
    [group.subUnitTwo, group.ratioTwo],
    [group.subUnitThree, group.ratioThree],
  ] as const;
  return [
    { unit: group.baseUnit, ratio: ONE },
    ...subs.flatMap(([unit, ratio]) => (unit === null || ratio === null ? [] : [{ unit, ratio }])),
  ];
}
