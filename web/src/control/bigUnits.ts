import { decimal, inBigUnits } from '@tradehouse/domain';

/** The units of a product's group as a row carries them, null where the product has one unit only. */
export interface UnitGroup {
  readonly baseUnit: string | null;
  readonly subUnit: string | null;
  readonly ratio: string | null;
  readonly subUnitTwo: string | null;
  readonly ratioTwo: string | null;
  readonly subUnitThree: string | null;
  readonly ratioThree: string | null;
}

interface Unit {
  readonly unit: string;
  readonly ratio: string;
}

const ONE = '1';

/**
 * A quantity of base units as people count it (`2箱3个`); null where the units say nothing more: there is one only, or
 * its base unit has no name here.
 */
export function bigUnitText(quantity: string, units: readonly Unit[]): string | null {
  const base = units.find(({ ratio }) => decimal(ratio).equals(ONE));
  if (base === undefined || units.length < 2) return null;
  const subs = units.filter((unit) => unit !== base);
  const [first, ...rest] = [base, ...subs].map(({ unit, ratio }) => ({
    unit,
    ratio: decimal(ratio),
  }));
  return first === undefined ? null : inBigUnits(decimal(quantity), [first, ...rest]);
}

/** The units of a group that it has, base unit first. */
export function unitsIn(group: UnitGroup): readonly Unit[] {
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
