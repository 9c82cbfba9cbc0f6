import { units } from '@tradehouse/contract';
import { decimal, unitGroupName } from '@tradehouse/domain';
import { t } from '../phrase/index.ts';
import { isDecimal } from '../control/DecimalInput.tsx';
import { codeQuestion } from './freeName.ts';
import type { ValueQuestion } from './freeName.ts';
import { masterForm } from './masterForm.ts';
import type { RecordValues } from './recordTypes.ts';

type UnitFieldName = keyof typeof units.fields.properties;

const isAboveOne = (value: unknown): string | null =>
  Number(value) > 1 ? null : t('unit.ratioAboveOne');

/** Sub units must differ from the base unit and from preceding sub units. */
const differsFrom =
  (...others: readonly UnitFieldName[]) =>
  (value: unknown, values: RecordValues): string | null =>
    others.some((other) => values[other] === value) ? t('unit.same') : null;

/** A second sub unit needs the first, a third the second. */
const isPreviousMissing =
  (previous: UnitFieldName) =>
  (values: RecordValues): boolean =>
    values[previous] === undefined || values[previous] === null || values[previous] === '';

const subUnits = [
  ['subUnit', 'ratio'],
  ['subUnitTwo', 'ratioTwo'],
  ['subUnitThree', 'ratioThree'],
] as const;

/** Asks for another group of the same units and ratios, by the generated name of the group. */
export const sameUnitsQuestion: ValueQuestion = (baseUnit, id, values) => {
  const textOf = (field: UnitFieldName): string => String(values[field] ?? '').trim();
  const subs = subUnits.map(([unit, ratio]) => [textOf(unit), textOf(ratio)] as const);
  const filled = subs.filter(([unit]) => unit !== '');
  if (filled.length === 0 || filled.some(([, ratio]) => !isDecimal(ratio))) return null;
  const named = filled.map(([unit, ratio]) => ({ unit, ratio: decimal(ratio) }));
  const name = unitGroupName([{ unit: baseUnit, ratio: decimal('1') }, ...named]);
  return codeQuestion('unit.name')(name, id, values)?.then((taken) => taken && name) ?? null;
};

/** Form of a unit group, also offered in selects. */
export const UnitForm = masterForm(units, {
  width: 700,
  columns: 2,
  own: {
    baseUnit: { wide: true, unique: sameUnitsQuestion, dependsOn: subUnits.flat() },
    subUnit: { check: differsFrom('baseUnit') },
    ratio: { check: isAboveOne, hint: t('unit.ratioHint') },
    subUnitTwo: {
      check: differsFrom('baseUnit', 'subUnit'),
      disabled: isPreviousMissing('subUnit'),
    },
    ratioTwo: { check: isAboveOne, disabled: isPreviousMissing('subUnitTwo') },
    subUnitThree: {
      check: differsFrom('baseUnit', 'subUnit', 'subUnitTwo'),
      disabled: isPreviousMissing('subUnitTwo'),
    },
    ratioThree: { check: isAboveOne, disabled: isPreviousMissing('subUnitThree') },
  },
});
