// Forms of a text under which a search finds it. Apart from the text patterns: the first pages of the web
// need those, but not the large table of characters.
import { simplifiedText } from './simplified.ts';

/** Code point distance between ASCII and the full-width forms typed on East Asian keyboards. */
const WIDE = 0xfee0;

/** ASCII signs of a text in their wide form; a blank stays. */
const toWideForm = (text: string): string =>
  text.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + WIDE));

/** Removes accents from letters: Café becomes Cafe. Marks of other scripts, like kana, stay. */
const removeAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/(?<=\p{L})[\u0300-\u036f]+/gu, '')
    .normalize('NFC');

/** Reduces a text to the plainest search form: normal form, no accents, simplified characters. */
export const plainText = (text: string): string => removeAccents(simplifiedText(normalText(text)));

/** Normalises widths and blanks (NFKC), for comparing names, codes and search words. */
export const normalText = (text: string): string =>
  text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();

/**
 * Returns the forms of a search word in texts stored as typed: unchanged, normal form, all wide, wide marks
 * between narrow letters, plainest form. One form if all are equal.
 */
export function searchForms(word: string): readonly string[] {
  const plain = normalText(word);
  const marks = plain.replaceAll(/[^\p{L}\p{N}\s]/gu, toWideForm);
  return [...new Set([word.trim(), plain, toWideForm(plain), marks, plainText(word)])];
}

/**
 * Builds a regular expression that finds a word in any width and letter case; null if the word has neither.
 * A word that normalisation changes (…) is also found unchanged.
 */
export function searchPattern(word: string): string | null {
  const signs = [...normalText(word)].map((sign) => [
    ...new Set(
      [sign, toWideForm(sign)].flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()]),
    ),
  ]);
  if (signs.every(({ length }) => length === 1)) return null;
  const literal = (text: string): string =>
    text.replaceAll(/[\^$.*+?()[\]{}|\\]/g, String.raw`\$&`);
  const pattern = signs
    .map((forms) => (forms[0] === ' ' ? '[ \u3000]+' : `(?:${forms.map(literal).join('|')})`))
    .join('');
  const asTyped = word.trim();
  return new RegExp(`^(?:${pattern})$`, 'u').test(asTyped)
    ? pattern
    : `${pattern}|${literal(asTyped)}`;
}
