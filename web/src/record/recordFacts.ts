import dayjs from 'dayjs';
import type { ConflictFact } from '../control/conflict.ts';
import { t } from '../phrase/index.ts';
import { isBlankValue } from './fieldSchema.ts';
import { choiceOf, flagWord } from './labels.ts';
import type { RecordValues } from './recordTypes.ts';

interface LabelledName {
  readonly name: string;
  readonly label: string;
}

/** Form field in a conflict. */
export interface FactField extends LabelledName {
  /** Field of rows: a row's name, and the other parts to show. */
  readonly row?: { readonly called: string; readonly parts: readonly LabelledName[] };
}

const rowsOfValue = (value: unknown): readonly RecordValues[] =>
  Array.isArray(value) ? value : [];

/** Returns a value in words. A record chosen by id has the name in a `known` value. */
function textOfFact(name: string, value: unknown, known: readonly RecordValues[]): string {
  if (isBlankValue(value) || (Array.isArray(value) && value.length === 0)) return '';
  if (/Ids?$/.test(name)) {
    const named = name.replace(/Id$/, 'Name');
    const called = known.find((one) => one[name] === value)?.[named];
    return typeof called === 'string' && called !== '' ? called : t('stale.chosen');
  }
  if (typeof value === 'boolean') return flagWord(name, value);
  if (dayjs.isDayjs(value)) return value.format('YYYY-MM-DD HH:mm:ss');
  if (Array.isArray(value)) return value.map((one) => textOfFact(name, one, known)).join(', ');
  return typeof value === 'object' ? t('stale.chosen') : choiceOf(name, String(value));
}

/** Empty and missing values are equal. */
const comparableTextOf = (value: unknown): string =>
  isBlankValue(value) ? '' : JSON.stringify(value);

/** Returns a form's values in words, each with its label. */
function recordFacts(
  fields: readonly FactField[],
  values: RecordValues,
  known: readonly RecordValues[],
): readonly ConflictFact[] {
  return fields.flatMap(({ name, label, row }): ConflictFact | readonly ConflictFact[] => {
    const value = values[name];
    if (row === undefined)
      return { label, text: textOfFact(name, value, known), value: comparableTextOf(value) };
    const rows = known.flatMap((one) => rowsOfValue(one[name]));
    return rowsOfValue(value).map((one, at) => ({
      label: `${label} ${textOfFact(row.called, one[row.called], rows) || String(at + 1)}`,
      text: row.parts
        .map((part) => [part.label, textOfFact(part.name, one[part.name], rows)])
        .flatMap(([word, text]) => (text === '' ? [] : [`${word} ${text}`]))
        .join(' · '),
      value: row.parts.map((part) => comparableTextOf(one[part.name])).join(),
    }));
  });
}

/** Returns initial, saved and present values, each with its label. */
export const sidesOf = (
  fields: readonly FactField[],
  before: RecordValues,
  theirs: RecordValues,
  mine: RecordValues,
) => {
  const said = (values: RecordValues) => recordFacts(fields, values, [before, theirs]);
  return { before: said(before), theirs: said(theirs), mine: said(mine) };
};
