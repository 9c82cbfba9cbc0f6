import { simplifiedText } from './simplified.ts';

// Texts that people type. A name that holds a line break, or a sign that turns the direction of writing, is not what it
// looks like: on a paper, in a list, in a question before deleting.

/** Control characters, separators of lines, halves of characters, and the signs that turn the direction of writing. */
const HIDDEN = '\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_Control}';
/**
 * Signs that show nothing, so that two names look like one: soft hyphens, spaces and letters without width or ink. Joiners
 * stay, for emoji are made with them. To stand in a class of a pattern with the flag `u`.
 */
export const UNSEEN =
  '\\u00AD\\u115F\\u1160\\u180E\\u200B\\u2060-\\u2064\\u2800\\u3164\\uFEFF\\uFFA0';

/** A sign that is seen: no blank, and none that only tells how others are drawn. */
const SEEN = '[^\\s\\p{Cc}\\p{DI}]';

/** Letters of scripts that no invisible sign joins or draws otherwise, with digits, blanks, marks and accents. */
const UNJOINED =
  '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}' +
  '\\p{N}\\p{Z}\\u0300-\\u036F!-\\/:-@\\[-`{-~';
/**
 * Invisible signs that join and draw nothing where they stand, so that two names look like one. Keycaps (1️⃣) and variants of Han
 * characters are drawn.
 */
const STRAY = `(?<=^|[${UNJOINED}])(?:(?!\\uFE0F\\u20E3|[\\u{E0100}-\\u{E01EF}])\\p{DI})+`;

/** A pattern for a text of one line, to be read with the flag `u`. */
export const ONE_LINE = `^[^${HIDDEN}${UNSEEN}]*$`;
/**
 * The same for what something is called: a letter or sign that is seen stands in it, and no blank before or behind, or two
 * names would look like one, and one like none.
 */
export const NAME = ONE_LINE.replace('^', `^(?=\\S)(?=.*${SEEN})(?!.*${STRAY})`).replace(
  '$',
  '(?<=\\S)$',
);
/** The same for remarks, whose lines may break and which no one takes for another. */
export const SEVERAL_LINES = `^(?:[\\r\\n]|[^${HIDDEN}])*$`;

const isSeen = new RegExp(SEEN, 'u');

/**
 * A text from elsewhere as a name or number may be: what parts words becomes a space, the rest of what is hidden goes;
 * '' where nothing of it is seen.
 */
export const asOneLine = (text: string): string => (isSeen.test(text) ? uncovered(text) : '');

const uncovered = (text: string): string =>
  text
    .replaceAll('\0', '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(new RegExp(`[\\p{Cs}\\p{Bidi_Control}${UNSEEN}]`, 'gu'), '')
    .replaceAll(new RegExp(STRAY, 'gu'), '')
    .trim();

/** The same as a remark may be: each line as `asOneLine`, none lost. */
export const asSeveralLines = (text: string): string =>
  text
    .split(/\r\n?|[\n\p{Zl}\p{Zp}]/u)
    .map(asOneLine)
    .join('\n')
    .trim();

/** Signs of ASCII and their wide forms, which East Asian keyboards write, lie so far apart. */
const WIDE = 0xfee0;

/** ASCII signs of a text in their wide form; a blank stays. */
const widened = (text: string): string =>
  text.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + WIDE));

/** Letters without their accents: Café becomes Cafe. Marks of other writings, such as those of kana, stay. */
const unaccented = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/(?<=\p{L})[\u0300-\u036f]+/gu, '')
    .normalize('NFC');

/** A text in its normal form, without accents and in simplified characters: the plainest form that names are searched in. */
export const plainText = (text: string): string => unaccented(simplifiedText(normalText(text)));

/** A text without widths and with single blanks (NFKC), in which names, codes and search words are compared. */
export const normalText = (text: string): string =>
  text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();

/**
 * Forms in which a search word may stand in texts that were kept as typed: as it is, in its normal form, all wide, with
 * wide marks between narrow letters, and in its plainest form. One form where all are the same.
 */
export function searchForms(word: string): readonly string[] {
  const plain = normalText(word);
  const marks = plain.replaceAll(/[^\p{L}\p{N}\s]/gu, widened);
  return [...new Set([word.trim(), plain, widened(plain), marks, plainText(word)])];
}

/**
 * A regular expression that finds a word whatever its widths and the case of its letters; null where it has neither. A word
 * that is written with other signs than its normal form (…) is found as it is, too.
 */
export function searchPattern(word: string): string | null {
  const signs = [...normalText(word)].map((sign) => [
    ...new Set(
      [sign, widened(sign)].flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()]),
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
