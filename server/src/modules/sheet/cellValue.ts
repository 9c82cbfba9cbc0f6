import type { SheetField } from '@tradehouse/contract';
import { choiceLabel } from '@tradehouse/contract';
import {
  DITTO,
  FORMULA,
  KEPT_DIGITS,
  LARGEST_AMOUNT,
  asOneLine,
  asSeveralLines,
  dayIn,
  decimal,
  isBarcode,
  isShortenedNumber,
  parseNumberText,
  parseTypedNumber,
  plain,
  plainValue,
  rounded,
} from '@tradehouse/domain';
import type { Decimal, DomainError, ErrorKey } from '@tradehouse/domain';
import { factsOfReach } from '../../kernel/index.ts';
import type { Language } from '../../kernel/index.ts';
import { attributePairs, writtenPairs } from './attributeCell.ts';
import { SHEET_NUMBER } from './read/cells.ts';
import type { Cell } from './read/cells.ts';

/** What is wrong with a cell, to be said in the reader's language. */
export interface CellFault {
  readonly key: ErrorKey;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** What a cell means, written the one way that the database compares: null where it is blank. */
export type CellValue = { readonly value: string | null } | { readonly fault: CellFault };

const fault = (key: ErrorKey, facts: CellFault['facts'] = {}): CellValue => ({
  fault: { key, facts },
});

/**
 * Reads a cell as its column takes it; a blank yes or no is no, another blank what its field says. Numbers in texts and texts
 * in numbers are taken for what they say. The factor turns numbers in the unit of their heading into the field's own.
 */
export function cellValue(field: SheetField, cell: Cell | undefined, factor = '1'): CellValue {
  const unread = cell === undefined ? undefined : unreadable(field, cell);
  if (unread !== undefined) return unread;
  const text = cell === undefined ? '' : seen(field, textIn(field, cell));
  if (text === '') {
    if (field.required !== undefined) return fault('cell.missing');
    return { value: field.blank ?? (field.type === 'flag' ? 'false' : null) };
  }
  return readers[field.type](field, factor === '1' ? text : inOwnUnit(field, text, factor));
}

/** A number in the field's own unit; what is no number stays as it is. Pounds have more decimals than a weight keeps. */
function inOwnUnit({ measure }: SheetField, text: string, factor: string): string {
  const number = plainValue(parseTypedNumber(text));
  if (number === undefined) return text;
  const own = decimal(number).times(factor);
  return plain(measure === 'weight' ? rounded(own, KEPT_DIGITS) : own);
}

/** Cells that say nothing certain, whatever their column: results of formulas, errors, numbers that were cut. */
function unreadable({ type }: SheetField, cell: Cell): CellValue | undefined {
  if ('formula' in cell) return fault('cell.formula');
  if ('error' in cell) return fault('cell.error', { value: shown(cell.error) });
  if ('above' in cell) return isNumeric(type) ? fault('cell.merged') : undefined;
  if ('text' in cell && isNumeric(type) && parseNumberText(cell.text).kind === 'ambiguous')
    return fault('cell.ambiguous', { value: shown(cell.text) });
  const isCut =
    'number' in cell
      ? isCutNumber(cell.number)
      : (type === 'text' || type === 'barcode') && 'text' in cell && isShortenedNumber(cell.text);
  return isCut ? fault('cell.longNumber', { value: shown(cellText(cell)) }) : undefined;
}

const isNumeric = (type: SheetField['type']): boolean => type === 'amount' || type === 'integer';

/** Signs of the longest text that may be a rate. */
const LONGEST_RATE = 100;

/** The text of a cell for its column: a rate in percent and a day of 1904 mean what their format shows. */
function textIn({ type, measure }: SheetField, cell: Cell): string {
  if ('above' in cell) return textIn({ type, example: ['', ''] }, cell.above);
  const text = cellText(cell);
  if (measure === 'percent' && text.length <= LONGEST_RATE) return text.replace(/\s*[%％]$/, '');
  if (type === 'day' && 'number' in cell && cell.isFrom1904 === true)
    return dayIn(text, true) ?? text;
  return text;
}

/** What is hidden in a cell came along with what was copied into it: it is left out, no reason to refuse the row. */
const seen = ({ lines }: SheetField, text: string): string =>
  lines === true ? asSeveralLines(text) : asOneLine(text);

/** A cell as a text. A number is written out, as a long barcode comes in powers of ten; one that was cut keeps them. */
export function cellText(cell: Cell): string {
  if ('formula' in cell) return FORMULA;
  if ('error' in cell) return cell.error;
  if ('text' in cell) return cell.text.trim();
  if ('flag' in cell) return cell.flag ? 'true' : 'false';
  if ('above' in cell) return 'text' in cell.above ? cellText(cell.above) : DITTO;
  if (SHORT.test(cell.number) && cell.isPercent !== true) return cell.number;
  const number = numberOf(cell.number);
  if (number === null) return cell.number;
  if (isCutNumber(cell.number)) return number.toExponential().toUpperCase();
  return cell.isPercent === true ? `${number.times(100).toFixed()}%` : number.toFixed();
}

/** A number of so few digits is what it says; a sheet has a million of them, and exact arithmetic takes its time. */
const SHORT = /^\d{1,9}(\.\d{1,6})?$/;
/** Digits that a spreadsheet keeps of a number. */
const DIGITS = 15;
const FIRST_CUT = decimal(10).pow(DIGITS);
/** Less than this is left over by the spreadsheet's own arithmetic. */
const LEFT_OVER = decimal('0.0000005');

/** A number with more digits than a spreadsheet keeps: others than these may have stood there. */
function isCutNumber(text: string): boolean {
  if (SHORT.test(text) || !SHEET_NUMBER.test(text)) return false;
  const whole = decimal(text);
  if (whole.abs().gte(FIRST_CUT)) return true;
  const kept = whole.toSignificantDigits(DIGITS);
  // Above ten thousand millions, cents that are kept exactly are written with more digits than they have.
  const isSame = whole.toNumber() === kept.toNumber();
  return !isSame && whole.minus(kept).abs().gte(LEFT_OVER);
}

const numberOf = (text: string): Decimal | null =>
  SHEET_NUMBER.test(text) ? decimal(decimal(text).toSignificantDigits(DIGITS)) : null;

type Reader = (field: SheetField, text: string) => CellValue;

const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

const readText: Reader = ({ least = 0, most, like }, text) => {
  // Signs beyond the basic plane count once, though they take two places.
  if (most !== undefined && text.length > most && [...text].length > most)
    return fault('cell.tooLong', { most });
  if (text.length < 2 * least && [...text].length < least) return fault('cell.tooShort', { least });
  if (like !== undefined && !new RegExp(like.pattern, 'u').test(text))
    return fault(`cell.${like.rule}`);
  return { value: text };
};

const readBarcode: Reader = (_, text) =>
  isBarcode(text) ? { value: text } : fault('barcode.format', { barcode: shown(text) });

/** A number that is written in a text, with one meaning. */
function writtenNumber(text: string): { readonly number: string } | { readonly fault: CellValue } {
  const number = plainValue(parseTypedNumber(text));
  return number === undefined
    ? { fault: fault('cell.number', { value: shown(text) }) }
    : { number };
}

/** 0052.50 → 52.5 */
const trimmed = (digits: string): string =>
  digits.replace(/^0+(?=\d)/, '').replace(/\.0+$|(\.\d*[1-9])0+$/, '$1');

const readAmount: Reader = ({ most }, text) => {
  if (most === undefined && SHORT.test(text)) return { value: trimmed(text) };
  const written = writtenNumber(text);
  if ('fault' in written) return written.fault;
  const number = decimal(written.number);
  if (number.isNegative() && !number.isZero())
    return fault('cell.negative', { value: shown(text) });
  if (number.decimalPlaces() > KEPT_DIGITS)
    return fault('cell.decimals', { value: shown(text), most: KEPT_DIGITS });
  if (number.gte(LARGEST_AMOUNT) || (most !== undefined && number.gt(most)))
    return fault('cell.tooBig', { value: shown(text) });
  return { value: plain(number.abs()) };
};

const readInteger: Reader = ({ least = 0, most = 1_000_000_000 }, text) => {
  const written = writtenNumber(text);
  if ('fault' in written) return written.fault;
  if (!/^-?\d{1,12}$/.test(written.number))
    return fault('cell.wholeNumber', { value: shown(text) });
  const number = Number(written.number);
  return number < least || number > most
    ? fault('cell.tooBig', { value: shown(text) })
    : { value: String(number === 0 ? 0 : number) };
};

const LANGUAGES = ['zh-cn', 'en'] as const;

/** How yes and no are written, in lower case: what exports write among them. */
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

const readFlag: Reader = ({ isStatus }, text) => {
  const value = flags.get(text.toLowerCase());
  if (value !== undefined) return { value };
  return fault(isStatus === true ? 'cell.enabled' : 'cell.flag', { value: shown(text) });
};

const readAttributes: Reader = (_, text) => {
  const pairs = attributePairs(text);
  return pairs === null
    ? fault('cell.attributes', { value: shown(text) })
    : { value: writtenPairs(pairs) };
};

const readDay: Reader = (_, text) => {
  const day = dayIn(text);
  if (day === undefined) return fault('cell.day', { value: shown(text) });
  const reach = factsOfReach('near', day);
  return day < reach.since || day > reach.until ? fault('date.outOfReach', reach) : { value: day };
};

/** A choice is told by its word in either language. */
const readChoice: Reader = ({ choices = { among: [], of: '' } }, text) => {
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
  return fault('cell.choice', { value: shown(text), choices: all });
};

const readers: Readonly<Record<SheetField['type'], Reader>> = {
  text: readText,
  barcode: readBarcode,
  amount: readAmount,
  integer: readInteger,
  flag: readFlag,
  day: readDay,
  choice: readChoice,
  attributes: readAttributes,
};

/** A refusal of the domain as what is wrong with a cell. */
export const faultOf = ({ key, facts }: DomainError): CellFault => ({
  key,
  facts: Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : String(value),
    ]),
  ),
});

/** What a yes, a no or a choice is called; any other value as it is. */
export function wordOf(
  field: string,
  { type, choices }: Pick<SheetField, 'type' | 'choices'>,
  value: string,
  language: Language,
): string {
  if (type === 'flag' && (value === 'true' || value === 'false'))
    return choiceLabel(language, field, value === 'true' ? 'yes' : 'no');
  return choices?.among.includes(value) === true ? choiceLabel(language, choices.of, value) : value;
}
