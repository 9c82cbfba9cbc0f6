import type { UnitFields } from '@tradehouse/contract';
import { ONE, decimal, plain } from '@tradehouse/domain';
import { refuse } from '../../kernel/index.ts';
import type { UnitRatio } from './units.ts';

interface Sub {
  readonly unit: string;
  readonly ratio: string;
  readonly field: string;
}

/**
 * The units of a group, base unit first. Refuses a ratio of 1 or less, a unit that stands twice, a sub unit without its
 * ratio or without the one before it.
 */
export function unitsOf(fields: UnitFields): readonly [UnitRatio, ...UnitRatio[]] {
  const subs = [
    { unit: fields.subUnit, ratio: fields.ratio, field: 'ratio' },
    ...further(fields.subUnitTwo, fields.ratioTwo, 'ratioTwo'),
    ...further(fields.subUnitThree, fields.ratioThree, 'ratioThree'),
  ];
  if ((fields.subUnitThree ?? null) !== null && (fields.subUnitTwo ?? null) === null) {
    refuse('unit.incomplete', {}, { field: 'subUnitTwo' });
  }
  const seen = new Set([fields.baseUnit]);
  for (const { unit, ratio, field } of subs) {
    if (seen.has(unit)) refuse('unit.same', { unit }, { field: field.replace('ratio', 'subUnit') });
    seen.add(unit);
    if (decimal(ratio).lessThanOrEqualTo(ONE)) refuse('unit.ratio', { unit }, { field });
  }
  return [
    { unit: fields.baseUnit, ratio: ONE },
    ...subs.map(({ unit, ratio }) => ({ unit, ratio: decimal(ratio) })),
  ];
}

function further(
  unit: string | null | undefined,
  ratio: string | null | undefined,
  field: string,
): Sub[] {
  const named = unit ?? null;
  const rated = ratio ?? null;
  if (named === null && rated === null) return [];
  if (named === null || rated === null) return refuse('unit.incomplete', {}, { field });
  return [{ unit: named, ratio: rated, field }];
}

/** How a group is called: 个/(箱=12个), with more units 个/(盒=10个)/(箱=100个). */
export function unitGroupName([base, ...subs]: readonly [UnitRatio, ...UnitRatio[]]): string {
  return [
    base.unit,
    ...subs.map(({ unit, ratio }) => `(${unit}=${plain(ratio)}${base.unit})`),
  ].join('/');
}
