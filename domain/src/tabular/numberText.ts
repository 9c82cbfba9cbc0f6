// Numbers written by people and programs: one rule for fields, cells, pastes and files (decision 0065).
import {
  CURRENCY_SIGNS,
  CURRENCY_SIGNS_BEFORE,
  currenciesOfSign,
  currenciesOfSignBeside,
} from './currencySigns.ts';

/** The sign before the decimals. */
export type DecimalMark = '.' | ',';

/** Number read: exact plain decimals, and the text beside the digits. */
interface WrittenNumber {
  readonly kind: 'number';
  /** Signed decimals, like -1234.5; DR and CR do not change the sign. */
  readonly value: string;
  /** A bank's DR or CR beside the amount. */
  readonly side: 'debit' | 'credit' | null;
  readonly isPercent: boolean;
}

/** Readings of a text: `ambiguous` may be thousands or decimals (1,234), `none` is no number. */
export type NumberText =
  | WrittenNumber
  | { readonly kind: 'ambiguous'; readonly mark: DecimalMark }
  | { readonly kind: 'none' };

const NONE = { kind: 'none' } as const;
/** Characters of the longest text that may be a number. */
const LONGEST_NUMBER = 100;

/** A sign or code before an amount and one behind: no letter continues it, or stands before it. */
const CURRENCY_SIGN = new RegExp(`^(?:${CURRENCY_SIGNS_BEFORE})(?!\\p{L})`, 'u');
const CURRENCY_BEHIND = new RegExp(`(?<!\\p{L})(?:${CURRENCY_SIGNS})$`, 'u');
const SIDE = /(?<![A-Z])(DR|CR|D|C)\.?$/i;
/** Signs and codes that stand on both sides of an amount name one currency: ¥100元. */
const isSameCurrency = (before: string, behind: string): boolean => {
  const codes = currenciesOfSign(behind);
  return currenciesOfSignBeside(before).some((code) => codes.includes(code));
};

/** Dash for no cents, like 100,- and 100.-- in German and Swiss lists. */
const NO_CENTS = /(?<=\d)([.,])-{1,2}$/;
/** Currencies whose prices end with a dash that is no minus: ¥1,000-. */
const YEN = /[¥圆円]|JPY/;

/** Footnote marks, circled numbers and fractions are no digits, though their compatible forms are. */
export const hasFalseDigit = (text: string): boolean =>
  /[\p{No}\u207A-\u207E\u208A-\u208E]/u.test(text);

/** Replaces full-width characters with plain ones, and unifies minus signs and apostrophes. */
const normalizeNumberText = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u2212\u2010-\u2015\u2796]/g, '-')
    .replaceAll(/[\u2018\u2019\u02BC`\u00B4]/g, "'")
    .replaceAll('。', '.')
    .replaceAll(/\s+/g, ' ')
    .trim();

interface Affixes {
  readonly digits: string;
  /** Signs or codes of a currency beside the digits. */
  readonly currencies: readonly string[];
  readonly isNegative: boolean;
  readonly side: WrittenNumber['side'];
  readonly isPercent: boolean;
}

/** Strips signs, brackets, currencies, DR/CR and % from the digits; undefined if contradictory. */
function withoutAffixes(text: string): Affixes | undefined {
  let rest = text;
  let signs = 0;
  let negatives = 0;
  const take = (shape: RegExp): string | undefined => {
    const found = shape.exec(rest)?.[0];
    if (found === undefined) return undefined;
    rest = rest.replace(shape, '').trim();
    return found;
  };
  const takeSign = (shape: RegExp): void => {
    const found = take(shape);
    if (found === undefined) return;
    signs += 1;
    if (found.includes('-')) negatives += 1;
  };
  const takeCurrency = (shape: RegExp): string | undefined => {
    const found = shape.exec(rest)?.[0];
    // An unknown sign stays beside the digits, which are no number then.
    return found === undefined || currenciesOfSignBeside(found).length === 0
      ? undefined
      : take(shape);
  };
  const sided = SIDE.exec(rest)?.[1]?.toUpperCase();
  if (sided !== undefined) take(SIDE);
  const isBracketed = (): boolean => {
    if (!/^\(.*\)$/.test(rest)) return false;
    rest = rest.slice(1, -1).trim();
    signs += 1;
    negatives += 1;
    return true;
  };
  const outside = isBracketed();
  takeSign(/^[-+]/);
  const before = takeCurrency(CURRENCY_SIGN);
  takeSign(/^[-+]/);
  const behind = takeCurrency(CURRENCY_BEHIND);
  if (!outside) isBracketed();
  const isPercent = take(/%$/) !== undefined;
  rest = rest.replace(NO_CENTS, (_, mark: string) => `${mark}00`);
  if (rest.endsWith('-') && YEN.test(`${before ?? ''}${behind ?? ''}`)) return undefined;
  takeSign(/[-+]$/);
  const isDoubted = before !== undefined && behind !== undefined && !isSameCurrency(before, behind);
  if (signs > 1 || isDoubted) return undefined;
  const side = sided === undefined ? null : sided.startsWith('D') ? 'debit' : 'credit';
  const currencies = [before, behind].filter((found) => found !== undefined);
  return { digits: rest, currencies, isNegative: negatives === 1, side, isPercent };
}

// Groups of three digits, or of two before the last three as in India.
const GROUPED = (sign: string): RegExp =>
  new RegExp(`^[1-9]\\d{0,2}(?:(?:${sign}\\d{3})+|(?:${sign}\\d{2})*${sign}\\d{3})$`);
const grouped = {
  '.': GROUPED('\\.'),
  ',': GROUPED(','),
  "'": GROUPED("'"),
  ' ': GROUPED(' '),
} as const;
const hasDigitGroups = (whole: string, sign: keyof typeof grouped): boolean =>
  grouped[sign].test(whole);

/** Digits grouped by four, in China and Japan: 1,0000 is ten thousand, or one. */
const GROUPED_BY_FOUR = /^[1-9]\d{0,3},\d{4}$/;

/** Reads digits with a decimal mark; undefined if no number. */
function readWith(digits: string, mark: DecimalMark): string | undefined {
  const [whole = '', fraction, more] = digits.split(mark);
  if (more !== undefined || (fraction !== undefined && !/^\d*$/.test(fraction))) return undefined;
  if (whole === '' && (fraction ?? '') === '') return undefined;
  const [sign] = /[^\d]/.exec(whole) ?? [];
  if (sign !== undefined) {
    if (sign !== '.' && sign !== ',' && sign !== "'" && sign !== ' ') return undefined;
    if (!hasDigitGroups(whole, sign)) return undefined;
  }
  const plainWhole = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  const plainFraction = (fraction ?? '').replace(/0+$/, '');
  return plainFraction === '' ? plainWhole : `${plainWhole}.${plainFraction}`;
}

const toWrittenNumber = (digits: string, affixes: Affixes): WrittenNumber => {
  const { isNegative, side, isPercent } = affixes;
  const value = isNegative && digits !== '0' ? `-${digits}` : digits;
  return { kind: 'number', value, side, isPercent };
};

/** Reads a number. Without a known decimal mark, a text with two readings (1,234 or 1.234) is ambiguous. */
export function parseNumberText(text: string, mark?: DecimalMark): NumberText {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_NUMBER || hasFalseDigit(trimmed)) return NONE;
  const affixes = withoutAffixes(normalizeNumberText(trimmed));
  if (affixes === undefined || !/^[\d.,' ]+$/.test(affixes.digits)) return NONE;
  const { digits } = affixes;
  if (mark !== undefined) {
    const value = readWith(digits, mark);
    return value === undefined ? NONE : toWrittenNumber(value, affixes);
  }
  if (GROUPED_BY_FOUR.test(digits)) return { kind: 'ambiguous', mark: ',' };
  const [point, comma] = [readWith(digits, '.'), readWith(digits, ',')];
  const value = point ?? comma;
  if (value === undefined) return NONE;
  if (point !== undefined && comma !== undefined && point !== comma)
    return { kind: 'ambiguous', mark: digits.includes(',') ? ',' : '.' };
  return toWrittenNumber(value, affixes);
}

/** Signs and codes written beside a number for a currency, such as US$, € or KWD. */
export const currenciesBeside = (text: string): readonly string[] =>
  text.length > LONGEST_NUMBER
    ? []
    : (withoutAffixes(normalizeNumberText(text.trim()))?.currencies ?? []);

/** Returns the plain decimals; undefined if no number, or beside DR, CR or %. */
export const plainValueOfNumber = (read: NumberText | undefined): string | undefined =>
  read?.kind === 'number' && read.side === null && !read.isPercent ? read.value : undefined;

/**
 * Reads a single typed number: a single point is the decimal mark, as in the product's own output; a comma
 * with two readings stays ambiguous.
 */
export function parseTypedNumber(text: string): NumberText {
  const read = parseNumberText(text);
  return read.kind === 'ambiguous' && read.mark === '.' ? parseNumberText(text, '.') : read;
}
