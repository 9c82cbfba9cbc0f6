// Texts as scanners type them: blanks, widths, and characters around a code.
import { ELEMENT_SEPARATOR } from './elements.ts';
import type { CodeRules } from './scanRules.ts';

/** Separator as some scanners and texts of codes write it. */
const WRITTEN_SEPARATOR = /[<{[]GS[>}\]]/gi;
/** Blanks and control characters at an end, such as STX, ETX, CR and Tab; the GS1 separator has a meaning. */
// oxlint-disable-next-line eslint/no-control-regex -- scanners type control characters
const OUTER_SIGNS = /^[\s\u0000-\u001c\u001e\u001f\u007f]+|[\s\u0000-\u001c\u001e\u001f\u007f]+$/g;
/** Code point distance between ASCII and its full-width forms. */
const WIDE = 0xfee0;

const toNarrowSigns = (text: string): string =>
  text
    .replaceAll(/[！-～]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) - WIDE))
    .replaceAll('\u3000', ' ');

/** Tests for wide letters outside GS1 elements: stored serials may have wide letters. */
const isWideSerial = (text: string): boolean =>
  /[Ａ-Ｚａ-ｚ]/.test(text) && !/^\s*[(（]/.test(text);

/**
 * Returns the code of a typed text: without the scanner's prefix and suffix, in narrow signs, and with GS1
 * separators. A text of only the prefix or suffix stays.
 */
export function toScannedText(
  typed: string,
  { scannerPrefix, scannerSuffix }: Pick<CodeRules, 'scannerPrefix' | 'scannerSuffix'>,
): string {
  const narrow = isWideSerial(typed) ? typed : toNarrowSigns(typed);
  const text = narrow.replaceAll(OUTER_SIGNS, '');
  const start = text.startsWith(scannerPrefix) ? scannerPrefix.length : 0;
  const end = text.length - (text.endsWith(scannerSuffix) ? scannerSuffix.length : 0);
  const inner = end > start ? text.slice(start, end) : text;
  return inner.replaceAll(WRITTEN_SEPARATOR, ELEMENT_SEPARATOR).replaceAll(OUTER_SIGNS, '');
}

/**
 * Splits a typed or pasted text into codes: at line ends and blanks. GS1 elements as printed, with blanks
 * between, are a single code: `(01) 06901234567892 (10) A1`.
 */
export const splitTypedScans = (text: string): readonly string[] =>
  text
    .split(/[\r\n\t]+/)
    .flatMap((line) =>
      /^\s*[(（]\d{2,4}[)）]/.test(toNarrowSigns(line))
        ? splitPrintedCodes(line)
        : line.split(/\s+/),
    )
    .map((code) => code.trim())
    .filter((code) => code !== '');

/** Splits a line of printed codes before each further GTIN, and drops blanks. */
const splitPrintedCodes = (line: string): readonly string[] =>
  line
    .replaceAll(/\s+/g, '')
    .split(/(?=[(（]0[012][)）])/)
    .reduce<readonly string[]>((codes, part) => {
      const last = codes.at(-1);
      const isFirstGoods = last !== undefined && !/[(（]0[012][)）]/.test(last);
      return isFirstGoods ? [...codes.slice(0, -1), last + part] : [...codes, part];
    }, []);
