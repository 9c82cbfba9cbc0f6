import { units } from '@tradehouse/contract';
import { t } from '../phrase/index.ts';
import { masterForm } from './masterForm.ts';
import type { Values } from './recordTypes.ts';

type Name = keyof typeof units.fields.properties;

const isAboveOne = (value: unknown): string | null =>
  Number(value) > 1 ? null : t('unit.ratioAboveOne');

/** A sub unit differs from the base unit and from the sub units before it. */
const differsFrom =
  (...others: readonly Name[]) =>
  (value: unknown, values: Values): string | null =>
    others.some((other) => values[other] === value) ? t('unit.same') : null;

/** A second sub unit needs the first, a third the second. */
const after =
  (previous: Name) =>
  (values: Values): boolean =>
    values[previous] === undefined || values[previous] === null || values[previous] === '';

/** A group of units, on its own page and where one is chosen. */
export const UnitForm = masterForm(units, {
  width: 700,
  columns: 2,
  own: {
    baseUnit: { wide: true },
    subUnit: { check: differsFrom('baseUnit') },
    ratio: { check: isAboveOne, hint: t('unit.ratioHint') },
    subUnitTwo: { check: differsFrom('baseUnit', 'subUnit'), disabled: after('subUnit') },
    ratioTwo: { check: isAboveOne, disabled: after('subUnitTwo') },
    subUnitThree: {
      check: differsFrom('baseUnit', 'subUnit', 'subUnitTwo'),
      disabled: after('subUnitTwo'),
    },
    ratioThree: { check: isAboveOne, disabled: after('subUnitThree') },
  },
});
