// Numbers as people and their programs write them: one rule for fields, cells, pastes and files (decision 0065).

/** The sign before the decimals. */
export type DecimalMark = '.' | ',';

/** A number that was understood: exact plain decimals, with whatever was written beside them. */
interface WrittenNumber {
  readonly kind: 'number';
  /** Such as -1234.5, as written: DR and CR do not change the sign. */
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
/** Signs of the longest text that may be a number. */
const LONGEST_NUMBER = 100;

// Codes beside ISO 4217 that people write: RMB, CNH, NTD.
const currencyCodes = new Set([...Intl.supportedValuesOf('currency'), 'RMB', 'CNH', 'NTD']);
const CURRENCY_SIGN = /^(?:[A-Z]{0,2}\$|[¥£€₩₹₽฿₫₱₺₴]|\p{Lu}{3}(?!\p{L})|元|圆|円)/u;
const CURRENCY_BEHIND =
  /(?:[A-Z]{0,2}\$|[¥£€₩₹₽฿₫₱₺₴]|(?<!\p{L})\p{Lu}{3}|元整?|块|圆|円|원|kr\.?|zł|Kč)$/u;
const SIDE = /(?<![A-Z])(DR|CR|D|C)\.?$/i;
/** Stands for no cents, as in 100,- and 100.-- of German and Swiss lists. */
const NO_CENTS = /(?<=\d)([.,])-{1,2}$/;
/** Currencies whose prices end with a dash that is no minus: ¥1,000-. */
const YEN = /[¥圆円]|JPY/;

/** Footnote marks, circled numbers and fractions are no digits, though their compatible forms are. */
export const hasFalseDigit = (text: string): boolean =>
  /[\p{No}\u207A-\u207E\u208A-\u208E]/u.test(text);

/** Full-width signs become plain ones, and each kind of minus and apostrophe one. */
const tidied = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u2212\u2010-\u2015\u2796]/g, '-')
    .replaceAll(/[\u2018\u2019\u02BC`\u00B4]/g, "'")
    .replaceAll('。', '.')
    .replaceAll(/\s+/g, ' ')
    .trim();

interface Affixes {
  readonly digits: string;
  readonly isNegative: boolean;
  readonly side: WrittenNumber['side'];
  readonly isPercent: boolean;
}

/** Takes signs, brackets, currencies, DR/CR and % off the digits; undefined where they contradict each other. */
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
    if (found === undefined || (/^\p{Lu}{3}$/u.test(found) && !currencyCodes.has(found)))
      return undefined;
    return take(shape);
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
  if (signs > 1 || (before !== undefined && behind !== undefined)) return undefined;
  const side = sided === undefined ? null : sided.startsWith('D') ? 'debit' : 'credit';
  return { digits: rest, isNegative: negatives === 1, side, isPercent };
}

// Groups of three digits, or of two before the last three as India writes them.
const GROUPED = (sign: string): RegExp =>
  new RegExp(`^[1-9]\\d{0,2}(?:(?:${sign}\\d{3})+|(?:${sign}\\d{2})*${sign}\\d{3})$`);
const grouped = {
  '.': GROUPED('\\.'),
  ',': GROUPED(','),
  "'": GROUPED("'"),
  ' ': GROUPED(' '),
} as const;
const isGrouped = (whole: string, sign: keyof typeof grouped): boolean => grouped[sign].test(whole);

/** China and Japan may group by four: 1,0000 is ten thousand, or one. */
const GROUPED_BY_FOUR = /^[1-9]\d{0,3},\d{4}$/;

/** Digits read with a decimal mark; undefined where they are no number under it. */
function readWith(digits: string, mark: DecimalMark): string | undefined {
  const [whole = '', fraction, more] = digits.split(mark);
  if (more !== undefined || (fraction !== undefined && !/^\d*$/.test(fraction))) return undefined;
  if (whole === '' && (fraction ?? '') === '') return undefined;
  const [sign] = /[^\d]/.exec(whole) ?? [];
  if (sign !== undefined) {
    if (sign !== '.' && sign !== ',' && sign !== "'" && sign !== ' ') return undefined;
    if (!isGrouped(whole, sign)) return undefined;
  }
  const plainWhole = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  const plainFraction = (fraction ?? '').replace(/0+$/, '');
  return plainFraction === '' ? plainWhole : `${plainWhole}.${plainFraction}`;
}

const written = (digits: string, affixes: Affixes): WrittenNumber => {
  const { isNegative, side, isPercent } = affixes;
  const value = isNegative && digits !== '0' ? `-${digits}` : digits;
  return { kind: 'number', value, side, isPercent };
};

/**
 * Reads a number. Without a known decimal mark, a text that both marks can read differently (1,234 or 1.234) is ambiguous;
 * all others have one reading.
 */
export function parseNumberText(text: string, mark?: DecimalMark): NumberText {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_NUMBER || hasFalseDigit(trimmed)) return NONE;
  const affixes = withoutAffixes(tidied(trimmed));
  if (affixes === undefined || !/^[\d.,' ]+$/.test(affixes.digits)) return NONE;
  const { digits } = affixes;
  if (mark !== undefined) {
    const value = readWith(digits, mark);
    return value === undefined ? NONE : written(value, affixes);
  }
  if (GROUPED_BY_FOUR.test(digits)) return { kind: 'ambiguous', mark: ',' };
  const [point, comma] = [readWith(digits, '.'), readWith(digits, ',')];
  const value = point ?? comma;
  if (value === undefined) return NONE;
  if (point !== undefined && comma !== undefined && point !== comma)
    return { kind: 'ambiguous', mark: digits.includes(',') ? ',' : '.' };
  return written(value, affixes);
}

/** The plain decimals of a reading; undefined where the text is no number, or has DR, CR or % beside it. */
export const plainValue = (read: NumberText | undefined): string | undefined =>
  read?.kind === 'number' && read.side === null && !read.isPercent ? read.value : undefined;

/**
 * Reads a number that stands alone, as someone types it: a single point is the decimal mark, as the product writes it itself;
 * a comma that may be either stays ambiguous.
 */
export function parseTypedNumber(text: string): NumberText {
  const read = parseNumberText(text);
  return read.kind === 'ambiguous' && read.mark === '.' ? parseNumberText(text, '.') : read;
}
