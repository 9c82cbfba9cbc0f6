import {
  currenciesBeside,
  decimal,
  isPlainUnit,
  parseDayText,
  toPlainDecimal,
} from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import type { SheetCell } from './cells.ts';
import { SHEET_NUMBER, textCell } from './cells.ts';
import { limits } from './limits.ts';
import type { Package } from './package.ts';
import { readPart } from './part.ts';

/** Texts around the digits of a number, and a text between or before them: "SKU-"00000, 000-0000. */
interface NumberPattern {
  readonly before: string;
  readonly after: string;
  /** Digits from the first to the last. */
  readonly digits: readonly FormatPiece[];
}

/**
 * Number formats that change a cell's meaning; `digits`: leading zeros of whole numbers; `word`: shown
 * instead of the number, perhaps empty. An unclear format shows thousands for a number.
 */
type CellNumberFormat =
  | 'general'
  | 'percent'
  | 'day'
  | 'unclear'
  | { readonly digits: number }
  | { readonly word: string }
  | NumberPattern;

interface FormatSection {
  /** Numbers of the section; null: decided by the sign, or the numbers left by the conditions. */
  readonly condition: SectionCondition | null;
  readonly format: CellNumberFormat;
}

interface SectionCondition {
  readonly comparison: string;
  readonly than: string;
}

/** The sections of a format: of positive numbers, negative numbers and zero, and of texts. */
export interface CellFormat {
  readonly sections: readonly FormatSection[];
  /** Null: texts are shown unchanged. */
  readonly text: readonly FormatPiece[] | null;
}

export const GENERAL: CellFormat = {
  sections: [{ condition: null, format: 'general' }],
  text: null,
};

/** Built-in formats, undeclared in workbooks. */
const PERCENTS = new Set([9, 10]);
const isBuiltInDay = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/**
 * Letters of days and times alone: words like Standard and General have some of the letters, but are no
 * days.
 */
const DAY_FORMAT = /^[ymdhsegab\P{L}\p{Script=Han}]*$/iu;

interface FormatPiece {
  readonly text: string;
  /** Shown unchanged. */
  readonly isText: boolean;
}

interface SectionCode {
  readonly pieces: FormatPiece[];
  condition: SectionCondition | null;
}

/** Divides a format code; widths, fillings, colours and languages show nothing. */
function sectionsOfCode(code: string): readonly SectionCode[] {
  let section: SectionCode = { pieces: [], condition: null };
  const sections = [section];
  const piece =
    /"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)[^\]]*\]|\[([<>=]+)(-?\d+(?:\.\d+)?)\]|\[[^\]]*\]|(.)/gsu;
  for (const [, quoted, escaped, currency, comparison, than = '', plain] of code.matchAll(piece)) {
    const text = quoted ?? escaped ?? currency;
    if (text !== undefined) section.pieces.push({ text, isText: true });
    else if (comparison !== undefined) section.condition = { comparison, than };
    else if (plain === ';') sections.push((section = { pieces: [], condition: null }));
    else if (plain !== undefined) section.pieces.push({ text: plain, isText: false });
  }
  return sections;
}

const textOfPieces = (pieces: readonly FormatPiece[]): string =>
  pieces.map(({ text }) => text).join('');

const isDigit = ({ text, isText }: FormatPiece): boolean => !isText && /[0#?]/.test(text);

/** Blanks and apostrophes between digits group them. */
const isGroupSign = (text: string): boolean => /^[\s'’]$/.test(text);

const hasTextBetween = (digits: readonly FormatPiece[]): boolean =>
  digits.some(({ text, isText }) => !isGroupSign(text) && (isText || /[^0#?.,]/.test(text)));

/** Has the text letters, digits or signs of currencies? Blanks, dashes and brackets show nothing. */
const hasWords = (text: string): boolean => /[\p{L}\p{N}\p{Sc}]/u.test(text);

const isTextMark = ({ text, isText }: FormatPiece): boolean => !isText && text === '@';

/** Reads a format code. */
export function cellFormatFromCode(code: string): CellFormat {
  if (code === '') return GENERAL;
  const all = sectionsOfCode(code);
  const last = all.at(-1)?.pieces ?? [];
  const hasText = all.length > 3 || last.some(isTextMark);
  const sections = (hasText ? all.slice(0, -1) : all).map(({ condition, pieces }) => ({
    condition,
    format: formatOfSection(pieces),
  }));
  return {
    sections: sections.length === 0 ? GENERAL.sections : sections,
    text: hasText ? last : null,
  };
}

function formatOfSection(pieces: readonly FormatPiece[]): CellNumberFormat {
  const bare = textOfPieces(pieces.filter(({ isText }) => !isText));
  if (bare.includes('%')) return 'percent';
  const plain = bare.replaceAll(/s\.0+|AM\/PM|A\/P/gi, 's');
  if (/[ymdhs]/i.test(plain) && DAY_FORMAT.test(plain) && !/[0#?@]/.test(plain)) return 'day';
  const isGeneral = /general|standard/i.test(bare);
  const isNumber = (piece: FormatPiece): boolean =>
    isDigit(piece) || (isGeneral && !piece.isText && /\p{L}/u.test(piece.text));
  const [first, last] = [pieces.findIndex(isNumber), pieces.findLastIndex(isNumber)];
  const before = textOfPieces(pieces.slice(0, first));
  const after = textOfPieces(pieces.slice(last + 1));
  if (first < 0) {
    // Letters outside quotes are the word for General in a language: G/通用格式.
    const isShown = /[\p{L}@]/u.test(bare);
    return isShown ? 'general' : { word: textOfPieces(pieces) };
  }
  const digits = isGeneral ? [] : pieces.slice(first, last + 1);
  if (after.startsWith(',')) return 'unclear';
  if (/e[+-]|\//i.test(bare)) return 'general';
  if (hasTextBetween(digits) || hasWords(before + after)) return { before, after, digits };
  const zeros = textOfPieces(digits.filter(({ text }) => !isGroupSign(text)));
  return /^0{2,15}$/.test(zeros) ? { digits: zeros.length } : 'general';
}

/** Reads the cell formats of a workbook, by style number. */
export async function readFormats(file: Package, name: string): Promise<readonly CellFormat[]> {
  const codes = new Map<string, string>();
  const formats: CellFormat[] = [];
  let isCellFormats = false;
  await readPart(
    file,
    name,
    {
      open: (tag, { numFmtId = '0', formatCode = '' }) => {
        if (tag === 'numFmt') codes.set(numFmtId, formatCode);
        else if (tag === 'cellXfs') isCellFormats = true;
        else if (tag === 'xf' && isCellFormats) formats.push(formatById(numFmtId, codes));
      },
      close: (tag) => {
        if (tag === 'cellXfs') isCellFormats = false;
      },
    },
    limits.texts,
  );
  return formats;
}

function formatById(id: string, codes: ReadonlyMap<string, string>): CellFormat {
  const code = codes.get(id);
  if (code !== undefined) return cellFormatFromCode(code);
  if (PERCENTS.has(Number(id))) return cellFormatFromCode('0%');
  return isBuiltInDay(Number(id)) ? cellFormatFromCode('yyyy-mm-dd') : GENERAL;
}

/**
 * Returns a number with a currency sign or a plain unit, or the displayed text for a number with other
 * words.
 */
export function numberBeside(
  number: string,
  before: string,
  after: string,
  shown: () => string | undefined,
): SheetCell {
  const [ahead = '', behind = ''] = [before, after].map((text) =>
    text.replaceAll(/[-+()]/g, '').trim(),
  );
  const [currency] = currenciesBeside(`${ahead}1${behind}`);
  if (currency !== undefined) return { number, currency };
  if (ahead === '' && isPlainUnit(behind)) return { number };
  return textOrError(number, shown());
}

/** Digits of a number in a pattern; undefined for more digits than a spreadsheet keeps. */
function shownInPattern(
  number: string,
  { before, after, digits }: NumberPattern,
): string | undefined {
  if (!SHEET_NUMBER.test(number)) return undefined;
  const value = decimal(number);
  if (value.abs().toSignificantDigits(15).toFixed() !== value.abs().toFixed()) return undefined;
  const sign = value.isNegative() ? '-' : '';
  const codes = textOfPieces(digits.filter(({ isText }) => !isText));
  const [whole = '', fraction = ''] = codes.split('.');
  if (!hasTextBetween(digits)) {
    const places = digits.length === 0 ? value.decimalPlaces() : fraction.length;
    const least = fraction.replaceAll(/[^0]/g, '').length;
    const round = value.abs().toDecimalPlaces(places);
    const [units = '', parts] = round.toFixed(Math.max(least, round.decimalPlaces())).split('.');
    const padded = units.padStart(whole.replaceAll(/[^0]/g, '').length, '0');
    const grouped = whole.includes(',') ? padded.replaceAll(/(\d)(?=(?:\d{3})+$)/g, '$1,') : padded;
    return `${sign}${before}${grouped}${parts === undefined ? '' : `.${parts}`}${after}`;
  }
  if (!value.isInteger() || value.isNegative() || /[.,]/.test(codes)) return undefined;
  const left = [...value.toFixed()];
  const first = digits.findIndex(isDigit);
  const placed = digits.toReversed().map((piece, at) => {
    if (!isDigit(piece)) return piece.text;
    const taken = digits.length - 1 - at === first ? left.splice(0).join('') : left.pop();
    return taken || (piece.text === '0' ? '0' : '');
  });
  return `${before}${placed.toReversed().join('')}${after}`;
}

/** Returns a day or a time of day; a further number is shown by an impossible day. */
function dayCell(number: string, is1904: boolean): SheetCell {
  if (/^\d{5}(\.\d+)?$/.test(number)) {
    const read = parseDayText(number, { is1904 });
    if (read.kind === 'day')
      return { text: read.clock === null ? read.day : `${read.day} ${read.clock}` };
  }
  const seconds = Math.round(Number(number) * SECONDS_OF_DAY);
  if (!(seconds >= 0 && seconds < SECONDS_OF_DAY)) return { error: number };
  return { text: new Date(seconds * 1000).toISOString().slice(11, 19).replace(/:00$/, '') };
}
const SECONDS_OF_DAY = 86_400;

const meets = (value: Decimal, { comparison, than }: SectionCondition): boolean =>
  (comparison.includes('=') && value.equals(than)) ||
  (comparison.includes('<') && value.lt(than)) ||
  (comparison.includes('>') && value.gt(than));

/** Finds the section of a number by sign or conditions; several possible sections are unclear. */
function sectionFormat(
  sections: readonly FormatSection[],
  value: Decimal,
  hasConditions: boolean,
): CellNumberFormat {
  if (!hasConditions) {
    const at = value.isZero() ? 2 : value.isNegative() ? 1 : 0;
    return (sections[at] ?? sections[0])?.format ?? 'general';
  }
  const met = sections.find(({ condition }) => condition !== null && meets(value, condition));
  const [otherwise, ...more] = sections.filter(({ condition }) => condition === null);
  return (met ?? (more.length === 0 ? otherwise : undefined))?.format ?? 'unclear';
}

/** Formats a number as displayed: days, leading zeros and numbers with words become text. */
export function formattedNumber(
  number: string,
  { sections }: CellFormat,
  is1904: boolean,
): SheetCell {
  if (sections.length < 2 || !SHEET_NUMBER.test(number))
    return numberInSection(number, number, sections[0]?.format ?? 'general', is1904);
  const value = decimal(number);
  const hasConditions = sections.some(({ condition }) => condition !== null);
  // A section of negative numbers writes the sign; the sign beside a condition is unclear.
  const unsigned = hasConditions ? '' : toPlainDecimal(value.abs());
  const shown = value.isNegative() ? unsigned : number;
  return numberInSection(number, shown, sectionFormat(sections, value, hasConditions), is1904);
}

/** Formats a text for display: with the words of the format. */
export function formattedText(value: string, { text }: CellFormat): SheetCell | null {
  if (value.trim() === '' || text === null) return textCell(value);
  if (!text.some(isTextMark)) return { error: value };
  return textCell(text.map((piece) => (isTextMark(piece) ? value : piece.text)).join(''));
}

/** Formats a number of a section; `shownAs`: with the sign added by the program. */
function numberInSection(
  number: string,
  shownAs: string,
  format: CellNumberFormat,
  is1904: boolean,
): SheetCell {
  if (format === 'percent') return { number, isPercent: true };
  if (format === 'day') return dayCell(number, is1904);
  if (format === 'unclear') return { error: number };
  if (typeof format === 'object' && 'word' in format) {
    const { word } = format;
    if (Number(number) !== 0) return { error: number };
    return hasWords(word) ? numberBeside(number, word, '', () => word) : { number };
  }
  if (typeof format === 'object' && 'before' in format) {
    const shown = (): string | undefined => shownInPattern(shownAs, format);
    return hasWords(format.before + format.after) && !hasTextBetween(format.digits)
      ? numberBeside(number, format.before, format.after, shown)
      : textOrError(number, shown());
  }
  if (typeof format === 'object' && /^\d{1,15}$/.test(number))
    return { text: number.padStart(format.digits, '0') };
  return is1904 ? { number, isFrom1904: true } : { number };
}

const textOrError = (number: string, text: string | undefined): SheetCell =>
  text === undefined ? { error: number } : { text };
