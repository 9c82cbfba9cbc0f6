import { units } from '@tradehouse/contract';
import { t } from '../phrase/index.ts';
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

/** Form of a unit group, also offered in selects. */
export const UnitForm = masterForm(units, {
  width: 700,
  columns: 2,
  own: {
    baseUnit: { wide: true },
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
