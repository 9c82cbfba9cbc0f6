import { monthEnd } from '../day.ts';

/** Code that separates elements of variable length (FNC1), as scanners send it. */
export const ELEMENT_SEPARATOR = '\u001d';

/** One element of a GS1 code: application identifier and its text. */
export interface CodeElement {
  readonly identifier: string;
  readonly text: string;
}

/** Digits of an identifier by its first two (GS1 General Specifications 3.2). */
function identifierLength(start: string): number | undefined {
  if (/^(0[0-3]|1[0-7]|2[0-2]|3[07]|9\d)$/.test(start)) return 2;
  if (/^(2[345]|4[0-2]|71)$/.test(start)) return 3;
  return /^(3[1-69]|43|7[02]|8[0-2])$/.test(start) ? 4 : undefined;
}

/** Length of a text without separator by the first two digits of its identifier (7.8.5). */
function fixedTextLength(start: string): number | undefined {
  if (start === '00') return 18;
  if (/^0[1-3]$/.test(start)) return 14;
  if (/^1[1-7]$/.test(start)) return 6;
  if (start === '20') return 2;
  if (/^3[1-6]$/.test(start)) return 6;
  return start === '41' ? 13 : undefined;
}

/** Splits the text of a GS1 code into elements; null: an unknown identifier, or a text too short. */
export function splitCodeElements(text: string): readonly CodeElement[] | null {
  const elements: CodeElement[] = [];
  for (let at = 0; at < text.length;) {
    if (text[at] === ELEMENT_SEPARATOR) {
      at += 1;
      continue;
    }
    const start = text.slice(at, at + 2);
    const digits = identifierLength(start);
    if (digits === undefined) return null;
    const identifier = text.slice(at, at + digits);
    at += digits;
    const fixed = fixedTextLength(start);
    const separator = text.indexOf(ELEMENT_SEPARATOR, at);
    const rest = separator < 0 ? text.length : separator;
    const end = fixed === undefined ? rest : at + fixed;
    if (!/^\d+$/.test(identifier) || end > rest || end === at) return null;
    elements.push({ identifier, text: text.slice(at, end) });
    at = end;
  }
  return elements;
}

/**
 * Splits a GS1 code as printed for people: `(01)06901234567892(10)A1`, perhaps with blanks between; null:
 * another text.
 */
export function splitPrintedElements(text: string): readonly CodeElement[] | null {
  const code = text.replaceAll(/\s+/g, '');
  if (!/^(\(\d{2,4}\)[^()]+)+$/.test(code)) return null;
  return [...code.matchAll(/\((\d{2,4})\)([^()]+)/g)].map(([, identifier = '', part = '']) => ({
    identifier,
    text: part,
  }));
}

/** Returns the check digit of a code without check digit (GS1 General Specifications 7.9). */
export function checkDigitOf(digits: string): string {
  const weighted = [...digits]
    .toReversed()
    .reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (weighted % 10)) % 10);
}

/** Tests the last digit of a GTIN of 8 to 14 digits, or of an 18-digit code of a scale. */
export const hasRightCheckDigit = (code: string): boolean =>
  /^(\d{8,14}|\d{18})$/.test(code) && checkDigitOf(code.slice(0, -1)) === code.slice(-1);

/**
 * Day of a date YYMMDD; day 00 is the last of the month. The century is the one nearest to `today` (GS1
 * General Specifications 7.12). Null: no day.
 */
export function dayOfElement(text: string, today: string): string | null {
  if (!/^\d{6}$/.test(text)) return null;
  const century = Number(today.slice(0, 2));
  const distance = Number(text.slice(0, 2)) - Number(today.slice(2, 4));
  const moved = distance >= 51 ? -1 : distance <= -50 ? 1 : 0;
  const month = `${String(century + moved).padStart(2, '0')}${text.slice(0, 2)}-${text.slice(2, 4)}`;
  const time = Date.parse(`${month}-01`);
  if (Number.isNaN(time)) return null;
  const last = monthEnd(`${month}-01`);
  if (text.endsWith('00')) return last;
  const day = `${month}-${text.slice(4)}`;
  return day > last ? null : day;
}
