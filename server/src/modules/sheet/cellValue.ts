import type { SheetField } from '@tradehouse/contract';
import { choiceLabel, followsRule } from '@tradehouse/contract';
import {
  DITTO,
  FORMULA,
  KEPT_DIGITS,
  LARGEST_AMOUNT,
  asOneLine,
  asSeveralLines,
  parseSingleDay,
  decimal,
  isBarcode,
  isDitto,
  isInAnotherCurrency,
  isNoName,
  isShortenedNumber,
  narrowDayOrders,
  parseDayText,
  parseNumberCell,
  parseNumberText,
  parseTypedNumber,
  toPlainDecimal,
  plainTextOfNumber,
  plainValueOfNumber,
  rounded,
} from '@tradehouse/domain';
import type {
  DayOrder,
  Decimal,
  DecimalMark,
  DomainError,
  ErrorKey,
  NumberText,
} from '@tradehouse/domain';
import { factsOfReach } from '../../kernel/table/index.ts';
import type { Language } from '../../kernel/access/index.ts';
import { attributePairs, writtenPairs } from './attributeCell.ts';
import { SHEET_NUMBER } from './read/cells.ts';
import type { SheetCell } from './read/cells.ts';

/** Cell fault, to be shown in the reader's language. */
export interface CellFault {
  readonly key: ErrorKey;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** Cell value in the canonical form compared by the database: null for a blank cell. */
export type CellValue = { readonly value: string | null } | { readonly fault: CellFault };

const toCellFault = (key: ErrorKey, facts: CellFault['facts'] = {}): CellValue => ({
  fault: { key, facts },
});

interface CellReading extends CellAnswers {
  readonly factor?: string;
  readonly currency: string;
  /** Sign of the currency by the settings. */
  readonly ownSign?: string;
}

/**
 * Reads a cell for a column; the user's answers decide texts with several readings. A blank yes/no cell is
 * no; another blank takes the field's default. Numbers in texts and texts in numbers are accepted by
 * content. The factor converts numbers from the heading's unit to the field's own. An amount with a foreign
 * currency sign is refused.
 */
export function cellValue(
  field: SheetField,
  cell: SheetCell | undefined,
  { factor = '1', ...answers }: CellReading,
): CellValue {
  const unread = cell === undefined ? undefined : findUnreadableFault(field, cell, answers);
  if (unread !== undefined) return unread;
  const text = cell === undefined ? '' : textFromCell(field, cell, answers);
  if (text === '') {
    if (field.required !== undefined) return toCellFault('cell.missing');
    return { value: field.blank ?? (field.type === 'flag' ? 'false' : null) };
  }
  return readers[field.type](
    field,
    factor === '1' ? text : convertToFieldUnit(field, text, factor),
  );
}

/**
 * Converts a number to the field's own unit; non-numbers stay unchanged. Pounds have more decimals than a
 * stored weight.
 */
function convertToFieldUnit({ measure }: SheetField, text: string, factor: string): string {
  const number = plainValueOfNumber(parseTypedNumber(text));
  if (number === undefined) return text;
  const own = decimal(number).times(factor);
  return toPlainDecimal(measure === 'weight' ? rounded(own, KEPT_DIGITS) : own);
}

/** Rejects ambiguous cells of any column: formula results, errors, truncated numbers. */
function findUnreadableFault(
  { type }: SheetField,
  cell: SheetCell,
  { currency, ownSign, mark, order }: Omit<CellReading, 'factor'>,
): CellValue | undefined {
  if ('formula' in cell) return toCellFault('cell.formula');
  if ('error' in cell) return toCellFault('cell.error', { value: shortenCellText(cell.error) });
  if ('above' in cell) return isNumericFieldType(type) ? toCellFault('cell.merged') : undefined;
  const text = asOneLine(cellText(cell));
  const value = shortenCellText(text);
  const isSigned = 'text' in cell || ('number' in cell && cell.currency !== undefined);
  if (isSigned && isNumericFieldType(type) && isInAnotherCurrency(text, currency, ownSign))
    return toCellFault('cell.otherCurrency', { value, currency });
  if ('text' in cell && isNumericFieldType(type)) {
    const { kind } = numberFromTextCell(text, mark);
    if (kind === 'ambiguous') return toCellFault('cell.ambiguous', { value });
    // The chosen decimal mark refuses numbers readable only by the other mark.
    if (kind === 'none' && parseNumberText(text).kind !== 'none')
      return toCellFault('cell.number', { value });
  }
  // The chosen day order refuses days of another order only.
  if (
    type === 'day' &&
    'text' in cell &&
    order !== undefined &&
    narrowDayOrders([order], text).length === 0
  )
    return toCellFault('cell.day', { value });
  const isNamed = (type === 'text' || type === 'barcode') && 'text' in cell;
  const isCut =
    'number' in cell ? isCutNumber(cell.number) : isNamed && isShortenedNumber(cell.text);
  if (isCut) return toCellFault('cell.longNumber', { value });
  // Texts of a file without cell types: formulas, errors and marks of repetition.
  if (!isNamed || !isNoName(value)) return undefined;
  if (value === FORMULA) return toCellFault('cell.formula');
  return isDitto(value) ? toCellFault('cell.merged') : toCellFault('cell.error', { value });
}

/** User's answers for texts with several readings. */
export interface CellAnswers {
  readonly mark?: DecimalMark;
  readonly order?: DayOrder;
}

const numberFromTextCell = (text: string, mark: DecimalMark | undefined): NumberText =>
  parseNumberCell({ text, isWorkbookNumber: false }, mark);

const isNumericFieldType = (type: SheetField['type']): boolean =>
  type === 'amount' || type === 'integer';

/** Most characters of a rate. */
const LONGEST_RATE = 100;

/** A code or a phone number below an accounting format has no sign of a currency. */
function withoutCurrency(cell: SheetCell): SheetCell {
  if (!('number' in cell)) return cell;
  const { currency: _, ...rest } = cell;
  return rest;
}

/**
 * Reads a cell's visible text for a column: a number in plain notation, a rate without its percent sign, a
 * day of the 1904 calendar in its formatted value.
 */
function textFromCell(field: SheetField, cell: SheetCell, answers: CellAnswers): string {
  const { type, measure } = field;
  if ('above' in cell) return textFromCell(field, cell.above, answers);
  const text = toVisibleCellText(
    field,
    cellText(isNumericFieldType(type) ? cell : withoutCurrency(cell)),
  );
  if (isNumericFieldType(type)) {
    const number =
      'text' in cell ? (plainTextOfNumber(numberFromTextCell(text, answers.mark)) ?? text) : text;
    return measure === 'percent' && number.length <= LONGEST_RATE
      ? number.replace(/\s*[%％]$/, '')
      : number;
  }
  if (type === 'day' && 'number' in cell && cell.isFrom1904 === true)
    return parseSingleDay(text, true) ?? text;
  return type === 'day' && 'text' in cell ? plainDayText(text, answers.order) : text;
}

/** A day in the order chosen by the user. */
function plainDayText(text: string, order: DayOrder | undefined): string {
  if (order === undefined) return text;
  const read = parseDayText(text, { order });
  return read.kind === 'day' ? read.day : text;
}

/** Drops hidden characters: a side effect of copying, not a reason to refuse the row. */
const toVisibleCellText = ({ lines }: SheetField, text: string): string =>
  lines === true ? asSeveralLines(text) : asOneLine(text);

/**
 * Formats a cell in text form. Numbers are written out, because a long barcode arrives in powers of ten; a
 * truncated number keeps the powers.
 */
export function cellText(cell: SheetCell): string {
  if ('formula' in cell) return FORMULA;
  if ('error' in cell) return cell.error;
  if ('text' in cell) return cell.text.trim();
  if ('flag' in cell) return cell.flag ? 'true' : 'false';
  if ('above' in cell) return 'text' in cell.above ? cellText(cell.above) : DITTO;
  if (cell.currency !== undefined) return `${cell.currency} ${cellText({ number: cell.number })}`;
  if (SHORT.test(cell.number) && cell.isPercent !== true) return cell.number;
  const number = sheetNumberFromText(cell.number);
  if (number === null) return cell.number;
  if (isCutNumber(cell.number)) return number.toExponential().toUpperCase();
  return cell.isPercent === true ? `${number.times(100).toFixed()}%` : number.toFixed();
}

/** Short numbers taken literally; a sheet has a million of them, and exact arithmetic is slow. */
const SHORT = /^\d{1,9}(\.\d{1,6})?$/;
/** Significant digits of a spreadsheet number. */
const DIGITS = 15;
const FIRST_CUT = decimal(10).pow(DIGITS);
/** Less than this is left over by the spreadsheet's own arithmetic. */
const LEFT_OVER = decimal('0.0000005');

/** Returns true for a number with more digits than a spreadsheet stores: the original may differ. */
function isCutNumber(text: string): boolean {
  if (SHORT.test(text) || !SHEET_NUMBER.test(text)) return false;
  const whole = decimal(text);
  if (whole.abs().gte(FIRST_CUT)) return true;
  const kept = whole.toSignificantDigits(DIGITS);
  // Above ten thousand millions, exact cents are written with excess digits.
  const isSame = whole.toNumber() === kept.toNumber();
  return !isSame && whole.minus(kept).abs().gte(LEFT_OVER);
}

const sheetNumberFromText = (text: string): Decimal | null =>
  SHEET_NUMBER.test(text) ? decimal(decimal(text).toSignificantDigits(DIGITS)) : null;

type CellTextReader = (field: SheetField, text: string) => CellValue;

const shortenCellText = (text: string): string =>
  text.length > 40 ? `${text.slice(0, 40)}…` : text;

const matchesFieldPattern = (
  { pattern, rule }: NonNullable<SheetField['like']>,
  text: string,
): boolean => new RegExp(pattern, 'u').test(text) && followsRule(rule, text);

const readText: CellTextReader = ({ least = 0, most, like }, text) => {
  // Characters beyond the basic plane count once, despite two code units.
  if (most !== undefined && text.length > most && [...text].length > most)
    return toCellFault('cell.tooLong', { most });
  if (text.length < 2 * least && [...text].length < least)
    return toCellFault('cell.tooShort', { least });
  if (like !== undefined && !matchesFieldPattern(like, text))
    return toCellFault(`cell.${like.rule}`);
  return { value: text };
};

const readBarcode: CellTextReader = (_, text) =>
  isBarcode(text)
    ? { value: text }
    : toCellFault('barcode.format', { barcode: shortenCellText(text) });

/** Parses a number written in a text, if unambiguous. */
function writtenNumber(text: string): { readonly number: string } | { readonly fault: CellValue } {
  const number = plainValueOfNumber(parseTypedNumber(text));
  return number === undefined
    ? { fault: toCellFault('cell.number', { value: shortenCellText(text) }) }
    : { number };
}

/** 0052.50 → 52.5 */
const trimNumberZeros = (digits: string): string =>
  digits.replace(/^0+(?=\d)/, '').replace(/\.0+$|(\.\d*[1-9])0+$/, '$1');

const readAmount: CellTextReader = ({ most }, text) => {
  if (most === undefined && SHORT.test(text)) return { value: trimNumberZeros(text) };
  const written = writtenNumber(text);
  if ('fault' in written) return written.fault;
  const number = decimal(written.number);
  if (number.isNegative() && !number.isZero())
    return toCellFault('cell.negative', { value: shortenCellText(text) });
  if (number.decimalPlaces() > KEPT_DIGITS)
    return toCellFault('cell.decimals', { value: shortenCellText(text), most: KEPT_DIGITS });
  if (number.gte(LARGEST_AMOUNT) || (most !== undefined && number.gt(most)))
    return toCellFault('cell.tooBig', { value: shortenCellText(text) });
  return { value: toPlainDecimal(number.abs()) };
};

const readInteger: CellTextReader = ({ least = 0, most = 1_000_000_000 }, text) => {
  const written = writtenNumber(text);
  if ('fault' in written) return written.fault;
  if (!/^-?\d{1,12}$/.test(written.number))
    return toCellFault('cell.wholeNumber', { value: shortenCellText(text) });
  const number = Number(written.number);
  return number < least || number > most
    ? toCellFault('cell.tooBig', { value: shortenCellText(text) })
    : { value: String(number === 0 ? 0 : number) };
};

const LANGUAGES = ['zh-cn', 'en'] as const;

/** Spellings of yes and no, in lower case, including the exports' spellings. */
const flags: ReadonlyMap<string, 'true' | 'false'> = new Map([
  ...['1', 'true', 'y', '启用', '有', 'enabled', 'on'].map((word) => [word, 'true'] as const),
  ...['0', 'false', 'n', '禁用', '停用', '无', 'disabled', 'off'].map(
    (word) => [word, 'false'] as const,
  ),
  ...LANGUAGES.flatMap((language) => [
    [choiceLabel(language, '', 'yes').toLowerCase(), 'true'] as const,
    [choiceLabel(language, '', 'no').toLowerCase(), 'false'] as const,
  ]),
]);

const readFlag: CellTextReader = ({ isStatus }, text) => {
  const value = flags.get(text.toLowerCase());
  if (value !== undefined) return { value };
  return toCellFault(isStatus === true ? 'cell.enabled' : 'cell.flag', {
    value: shortenCellText(text),
  });
};

const readAttributes: CellTextReader = (_, text) => {
  const pairs = attributePairs(text);
  return pairs === null
    ? toCellFault('cell.attributes', { value: shortenCellText(text) })
    : { value: writtenPairs(pairs) };
};

const readDay: CellTextReader = (_, text) => {
  const day = parseSingleDay(text);
  if (day === undefined) return toCellFault('cell.day', { value: shortenCellText(text) });
  const reach = factsOfReach('near', day);
  return day < reach.since || day > reach.until
    ? toCellFault('date.outOfReach', reach)
    : { value: day };
};

/** Reads a choice by the word of either language. */
const readChoice: CellTextReader = ({ choices = { among: [], of: '' } }, text) => {
  const words = (choice: string): readonly string[] =>
    LANGUAGES.map((language) => choiceLabel(language, choices.of, choice));
  const said = text.toLowerCase();
  const value = choices.among.find((choice) =>
    [...words(choice), ...(choices.also?.[choice] ?? [])].some(
      (word) => word.toLowerCase() === said,
    ),
  );
  if (value !== undefined) return { value };
  const all = choices.among.map((choice) => words(choice).join(' / ')).join(', ');
  return toCellFault('cell.choice', { value: shortenCellText(text), choices: all });
};

const readers: Readonly<Record<SheetField['type'], CellTextReader>> = {
  text: readText,
  barcode: readBarcode,
  amount: readAmount,
  integer: readInteger,
  flag: readFlag,
  day: readDay,
  choice: readChoice,
  attributes: readAttributes,
};

/** Converts a domain refusal to a cell fault. */
export const faultOf = ({ key, facts }: DomainError): CellFault => ({
  key,
  facts: Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : String(value),
    ]),
  ),
});

/** Returns the word of a yes, a no or a choice; further values stay unchanged. */
export function toSheetValueLabel(
  field: string,
  { type, choices }: Pick<SheetField, 'type' | 'choices'>,
  value: string,
  language: Language,
): string {
  if (type === 'flag' && (value === 'true' || value === 'false'))
    return choiceLabel(language, field, value === 'true' ? 'yes' : 'no');
  return choices?.among.includes(value) === true ? choiceLabel(language, choices.of, value) : value;
}
