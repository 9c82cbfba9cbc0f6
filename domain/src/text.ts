// Texts typed by people. A name with a line break, or a character that changes the writing direction,
// misleads on paper, in a list, in a question before deletion.

/** Control characters, line separators, surrogates, and characters that change the writing direction. */
const HIDDEN = '\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_Control}';
/**
 * Invisible characters that make two names look alike: soft hyphens, spaces and letters without width or
 * ink. Joiners stay, because emoji need them. For a character class with the flag `u`.
 */
export const UNSEEN =
  '\\u00AD\\u115F\\u1160\\u180E\\u200B\\u2060-\\u2064\\u2800\\u3164\\uFEFF\\uFFA0';

/** Visible character: no blank, and no default-ignorable character. */
const SEEN = '[^\\s\\p{Cc}\\p{DI}]';

/**
 * Letters of scripts that no invisible character joins or reshapes, with digits, blanks, marks and accents.
 */
const UNJOINED =
  '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}' +
  '\\p{N}\\p{Z}\\u0300-\\u036F!-\\/:-@\\[-`{-~';
/**
 * Invisible joiners without effect in place, which make two names look alike. Keycaps (1️⃣) and Han
 * variants have an effect.
 */
const STRAY = `(?<=^|[${UNJOINED}])(?:(?!\\uFE0F\\u20E3|[\\u{E0100}-\\u{E01EF}])\\p{DI})+`;

/** Pattern for a one-line text, for use with the flag `u`. */
export const ONE_LINE = `^[^${HIDDEN}${UNSEEN}]*$`;
/**
 * Pattern for a name: `ONE_LINE` with a visible character and no blank at either end, or two names would
 * look alike and one would look empty.
 */
export const NAME = ONE_LINE.replace('^', `^(?=\\S)(?=.*${SEEN})(?!.*${STRAY})`).replace(
  '$',
  '(?<=\\S)$',
);
/** Pattern for remarks: line breaks are allowed, and no one mistakes one remark for another. */
export const SEVERAL_LINES = `^(?:[\\r\\n]|[^${HIDDEN}])*$`;

const isSeen = new RegExp(SEEN, 'u');

/**
 * Cleans an external text for a name or number: word separators become spaces, other hidden characters go;
 * '' if nothing visible remains.
 */
export const asOneLine = (text: string): string =>
  isSeen.test(text) ? removeHiddenSigns(text) : '';

const removeHiddenSigns = (text: string): string =>
  text
    .replaceAll('\0', '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(new RegExp(`[\\p{Cs}\\p{Bidi_Control}${UNSEEN}]`, 'gu'), '')
    .replaceAll(new RegExp(STRAY, 'gu'), '')
    .trim();

/** Cleans an external text for a remark: each line like `asOneLine`, none lost. */
export const asSeveralLines = (text: string): string =>
  text
    .split(/\r\n?|[\n\p{Zl}\p{Zp}]/u)
    .map(asOneLine)
    .join('\n')
    .trim();
