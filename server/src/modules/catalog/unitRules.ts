import type { UnitFields } from '@tradehouse/contract';
import { ONE, checkUnits, decimal } from '@tradehouse/domain';
import type { UnitRatio } from '@tradehouse/domain';
import { refuse } from '../../kernel/index.ts';

/**
 * The units of a group, base unit first. Refuses what `checkUnits` does, and a sub unit without its ratio or without the
 * one before it.
 */
export function unitsOf(fields: UnitFields): readonly [UnitRatio, ...UnitRatio[]] {
  if ((fields.subUnitThree ?? null) !== null && (fields.subUnitTwo ?? null) === null) {
    refuse('unit.incomplete', {}, { field: 'subUnitTwo' });
  }
  const units = [
    { unit: fields.baseUnit, ratio: ONE },
    { unit: fields.subUnit, ratio: decimal(fields.ratio) },
    ...further(fields.subUnitTwo, fields.ratioTwo, 'ratioTwo'),
    ...further(fields.subUnitThree, fields.ratioThree, 'ratioThree'),
  ] as const;
  checkUnits(units);
  return units;
}

function further(
  unit: string | null | undefined,
  ratio: string | null | undefined,
  field: string,
): UnitRatio[] {
  const named = unit ?? null;
  const rated = ratio ?? null;
  if (named === null && rated === null) return [];
  if (named === null || rated === null) return refuse('unit.incomplete', {}, { field });
  return [{ unit: named, ratio: decimal(rated) }];
}
