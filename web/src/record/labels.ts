import type { TableDeclaration } from '@tradehouse/contract';
import { choiceLabel, fieldLabel, titleAsked } from '@tradehouse/contract';
import { documentKinds, isKeyOf } from '@tradehouse/domain';
import { language } from '../app/session/language.ts';
import { aliasOf } from '../app/settings/propertyAliases.ts';
import { t } from '../phrase/index.ts';

/** Returns a column's or filter's label; the company's own word has precedence. */
export const labelOfColumn = (
  { id, columns = {} }: Pick<TableDeclaration, 'id'> & Partial<Pick<TableDeclaration, 'columns'>>,
  name: string,
): string => titleAsked(language, columns[name], aliasOf(name) ?? fieldLabel(language, id, name));

/** Returns a bold letter's pixels in the widest possible system font. */
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

/** Returns a text's pixels in a cell; digits have equal width, and so have Chinese characters. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => {
    if (/\d/.test(letter)) return sum + 8.95;
    return sum + (letter > '\u2e7f' ? 14 : letterWidth(letter) * 0.92);
  }, 0);

/**
 * Returns a title's pixels in one line and in two: Chinese breaks between characters, leaving at least two
 * per line, other languages between words.
 */
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

/** Returns a document kind's name, or that of another entry in lists; an unknown code is unchanged. */
export const nameOfKind = (kind: string): string =>
  isKeyOf(documentKinds, kind)
    ? documentKinds[kind].name[language]
    : choiceLabel(language, 'kind', kind);

/** Returns the label of a column's choice. */
export const choiceOf = (name: string, choice: string): string =>
  name === 'kind' || name === 'kinds' ? nameOfKind(choice) : choiceLabel(language, name, choice);

/** Returns a yes/no filter's label: its own words if defined. */
export function flagWord(name: string, on: boolean): string {
  if (name === 'enabled') return t(on ? 'status.enabled' : 'status.disabled');
  const word = choiceLabel(language, name, String(on));
  return word === String(on) ? t(on ? 'flag.yes' : 'flag.no') : word;
}
