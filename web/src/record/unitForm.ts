import { units } from '@tradehouse/contract';
import { t } from '../phrase/index.ts';
import { recordForm } from './recordForm.tsx';
import type { Field, Values } from './recordTypes.ts';

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

const fields: readonly Field<Name>[] = [
  { name: 'baseUnit', wide: true },
  { name: 'subUnit', check: differsFrom('baseUnit') },
  { name: 'ratio', control: 'decimal', check: isAboveOne, hint: t('unit.ratioHint') },
  {
    name: 'subUnitTwo',
    check: differsFrom('baseUnit', 'subUnit'),
    disabled: after('subUnit'),
  },
  { name: 'ratioTwo', control: 'decimal', check: isAboveOne, disabled: after('subUnitTwo') },
  {
    name: 'subUnitThree',
    check: differsFrom('baseUnit', 'subUnit', 'subUnitTwo'),
    disabled: after('subUnitTwo'),
  },
  { name: 'ratioThree', control: 'decimal', check: isAboveOne, disabled: after('subUnitThree') },
];

/** A group of units, on its own page and where one is chosen. */
export const UnitForm = recordForm({
  resource: { infoCall: units.infoCall, add: units.add, update: units.update },
  table: units.table,
  title: t('record.unit'),
  width: 700,
  columns: 2,
  fields,
});
