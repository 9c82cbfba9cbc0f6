import type { Table } from '@tradehouse/contract';
import { choiceLabel, fieldLabel, titleAsked } from '@tradehouse/contract';
import { documentKinds, isKeyOf } from '@tradehouse/domain';
import { language } from '../app/session/language.ts';
import { aliasOf } from '../app/settings/propertyAliases.ts';
import { t } from '../phrase/index.ts';

/** What a column or filter of a table is called on screen: in the company's own word where it has one. */
export const labelOf = (
  { id, columns = {} }: Pick<Table, 'id'> & Partial<Pick<Table, 'columns'>>,
  name: string,
): string => titleAsked(language, columns[name], aliasOf(name) ?? fieldLabel(language, id, name));

/** Pixels a letter takes in bold, in the widest font a system may have for it. */
const letterWidth = (letter: string): number => {
  if (letter > '\u2e7f') return 14.5;
  if (/[mw%]/i.test(letter)) return 14.5;
  if (/[ijl.,()' ]/.test(letter)) return 6;
  if (/[ftr]/.test(letter)) return 7.5;
  return /[A-Z]/.test(letter) ? 11 : 9.8;
};

/** Pixels a bold text takes. */
const boldWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);

/** Pixels a text takes in a cell; digits, and signs of Chinese, are all as wide as each other. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => {
    if (/\d/.test(letter)) return sum + 8.95;
    return sum + (letter > '\u2e7f' ? 14 : letterWidth(letter) * 0.92);
  }, 0);

/** Pixels a title takes in one line, and in two: Chinese breaks in longer words, other words break between them. */
export function titleWidths(title: string): { readonly whole: number; readonly least: number } {
  const whole = boldWidth(title);
  const chinese = title > '\u2e7f';
  const parts = chinese ? [...title] : title.split(/(?<= )/);
  const from = chinese ? 2 : 1;
  const broken = parts
    .slice(from, parts.length - from + 1)
    .map((_, at) => [parts.slice(0, at + from), parts.slice(at + from)])
    .map((lines) => Math.max(...lines.map((line) => boldWidth(line.join('').trim()))));
  return { whole, least: Math.min(whole, ...broken) };
}

/** What a kind of document is called, or what stands beside kinds in a list; an unknown code is shown as it is. */
export const kindName = (kind: string): string =>
  isKeyOf(documentKinds, kind)
    ? documentKinds[kind].name[language]
    : choiceLabel(language, 'kind', kind);

/** What a choice of a column is called on screen. */
export const choiceOf = (name: string, choice: string): string =>
  name === 'kind' || name === 'kinds' ? kindName(choice) : choiceLabel(language, name, choice);

/** What a filter by yes or no is called when it is on, or off: in its own words where it has some. */
export function flagWord(name: string, on: boolean): string {
  if (name === 'enabled') return t(on ? 'status.enabled' : 'status.disabled');
  const word = choiceLabel(language, name, String(on));
  return word === String(on) ? t(on ? 'flag.yes' : 'flag.no') : word;
}
