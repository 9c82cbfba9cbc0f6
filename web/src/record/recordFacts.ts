import dayjs from 'dayjs';
import type { Fact } from '../control/conflict.ts';
import { t } from '../phrase/index.ts';
import { isBlank } from './fieldSchema.ts';
import { choiceOf, flagWord } from './labels.ts';
import type { Values } from './recordTypes.ts';

interface Named {
  readonly name: string;
  readonly label: string;
}

/** A field of a form, as a conflict tells it. */
export interface FactField extends Named {
  /** Where the field holds rows: what names a row, and what else of it is told. */
  readonly row?: { readonly called: string; readonly parts: readonly Named[] };
}

const rowsOf = (value: unknown): readonly Values[] => (Array.isArray(value) ? value : []);

/** One value of a record as its reader knows it. Who or what is chosen by its id is called as one of the `known` calls it. */
function textOf(name: string, value: unknown, known: readonly Values[]): string {
  if (isBlank(value) || (Array.isArray(value) && value.length === 0)) return '';
  if (/Ids?$/.test(name)) {
    const named = name.replace(/Id$/, 'Name');
    const called = known.find((one) => one[name] === value)?.[named];
    return typeof called === 'string' && called !== '' ? called : t('stale.chosen');
  }
  if (typeof value === 'boolean') return flagWord(name, value);
  if (dayjs.isDayjs(value)) return value.format('YYYY-MM-DD HH:mm:ss');
  if (Array.isArray(value)) return value.map((one) => textOf(name, one, known)).join(', ');
  return typeof value === 'object' ? t('stale.chosen') : choiceOf(name, String(value));
}

/** Empty and never given are the same. */
const plain = (value: unknown): string => (isBlank(value) ? '' : JSON.stringify(value));

/** What a form's values say, each thing under its label. */
function recordFacts(
  fields: readonly FactField[],
  values: Values,
  known: readonly Values[],
): readonly Fact[] {
  return fields.flatMap(({ name, label, row }): Fact | readonly Fact[] => {
    const value = values[name];
    if (row === undefined) return { label, text: textOf(name, value, known), value: plain(value) };
    const rows = known.flatMap((one) => rowsOf(one[name]));
    return rowsOf(value).map((one, at) => ({
      label: `${label} ${textOf(row.called, one[row.called], rows) || String(at + 1)}`,
      text: row.parts
        .map((part) => [part.label, textOf(part.name, one[part.name], rows)])
        .flatMap(([word, text]) => (text === '' ? [] : [`${word} ${text}`]))
        .join(' · '),
      value: row.parts.map((part) => plain(one[part.name])).join(),
    }));
  });
}

/** What a form began with, what is saved now, and what the form says: each thing under its label. */
export const sidesOf = (
  fields: readonly FactField[],
  before: Values,
  theirs: Values,
  mine: Values,
) => {
  const said = (values: Values) => recordFacts(fields, values, [before, theirs]);
  return { before: said(before), theirs: said(theirs), mine: said(mine) };
};
