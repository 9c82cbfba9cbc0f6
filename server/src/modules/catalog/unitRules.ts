import type { UnitFields } from '@tradehouse/contract';
import { ONE, checkUnits, decimal } from '@tradehouse/domain';
import type { UnitRatio } from '@tradehouse/domain';
import { refuseWith } from '../../kernel/access/index.ts';

/**
 * Returns a group's units, base unit first. Refuses like `checkUnits`, and a sub unit without ratio or
 * predecessor.
 */
export function unitsOf(fields: UnitFields): readonly [UnitRatio, ...UnitRatio[]] {
  if ((fields.subUnitThree ?? null) !== null && (fields.subUnitTwo ?? null) === null) {
    refuseWith('unit.incomplete', {}, { field: 'subUnitTwo' });
  }
  const units = [
    { unit: fields.baseUnit, ratio: ONE },
    { unit: fields.subUnit, ratio: decimal(fields.ratio) },
    ...toFurtherUnitRatios(fields.subUnitTwo, fields.ratioTwo, 'ratioTwo'),
    ...toFurtherUnitRatios(fields.subUnitThree, fields.ratioThree, 'ratioThree'),
  ] as const;
  checkUnits(units);
  return units;
}

function toFurtherUnitRatios(
  unit: string | null | undefined,
  ratio: string | null | undefined,
  field: string,
): UnitRatio[] {
  const named = unit ?? null;
  const rated = ratio ?? null;
  if (named === null && rated === null) return [];
  if (named === null || rated === null) return refuseWith('unit.incomplete', {}, { field });
  return [{ unit: named, ratio: decimal(rated) }];
}
