import { asOneLine } from '../text.ts';
import { isInAnotherCurrency } from './currencyText.ts';
import { parseNumberText } from './numberText.ts';
import type { DecimalMark, NumberText } from './numberText.ts';

/** Number notation of a column, or the cell that leaves it unclear. */
export type ColumnNumberFormat =
  | { readonly kind: 'clear'; readonly mark: DecimalMark }
  | { readonly kind: 'unclear'; readonly at: number };

/** By row, the columns with numbers of a workbook; further cells are texts. */
export type WorkbookNumbers = readonly (readonly number[])[];

export interface NumberSource {
  /** True for a number of a workbook, which always uses a point: 1.234 is no thousand. */
  readonly isWorkbookNumber?: (at: number) => boolean;
  /** True for a format with a lone point before decimals, like OFX. */
  readonly hasDecimalPoints?: boolean;
  /** Decimal mark chosen by the user for texts. */
  readonly mark?: DecimalMark;
  /** Currency code of the column: a number beside another currency is invalid. */
  readonly currency?: string;
  /** Sign of the currency in the company's settings. */
  readonly ownSign?: string;
}

/** Returns the cells of a column that are numeric cells of a workbook. */
export const workbookNumbersIn = (
  numbers: WorkbookNumbers,
  column: number,
): Required<Pick<NumberSource, 'isWorkbookNumber'>> => ({
  isWorkbookNumber: (at) => numbers[at]?.includes(column) === true,
});

/** Text of a cell; a workbook separates numbers from texts. */
export interface NumberCellText {
  readonly text: string;
  readonly isWorkbookNumber: boolean;
}

/**
 * Reads the number of a cell: the rule of every import, in the browser and on the server. A number of a
 * workbook uses a point. A text uses the decimal mark of its column or file, and is otherwise no number.
 */
export const parseNumberCell = (
  { text, isWorkbookNumber }: NumberCellText,
  mark: DecimalMark | undefined,
): NumberText => parseNumberText(asOneLine(text), isWorkbookNumber ? '.' : mark);

/**
 * Decides a column's decimal mark from the texts of all rows. Texts readable with only one mark decide.
 * Unclear if two texts contradict each other, or each has two readings. Texts without numbers, and numbers
 * of a workbook, are ignored.
 */
export function decideNumberFormat(
  texts: readonly string[],
  { isWorkbookNumber, hasDecimalPoints = false, mark: chosen }: NumberSource = {},
): ColumnNumberFormat {
  if (chosen !== undefined) return { kind: 'clear', mark: chosen };
  let decided: DecimalMark | null = null;
  let doubted: number | null = null;
  for (const [at, text] of texts.entries()) {
    if (isWorkbookNumber?.(at) === true) continue;
    const mark = decimalMarkOfText(asOneLine(text), hasDecimalPoints);
    if (mark === 'either') doubted ??= at;
    else if (mark !== null) {
      if (decided !== null && decided !== mark) return { kind: 'unclear', at };
      decided = mark;
    }
  }
  if (decided === null && doubted !== null) return { kind: 'unclear', at: doubted };
  return { kind: 'clear', mark: decided ?? '.' };
}

/** Returns the only decimal mark that makes the text a number; null without a mark or number. */
function decimalMarkOfText(text: string, hasDecimalPoints: boolean): DecimalMark | 'either' | null {
  const read = parseNumberText(text);
  if (read.kind === 'none') return null;
  if (read.kind === 'ambiguous') return hasDecimalPoints && read.mark === '.' ? '.' : 'either';
  const [point, comma] = [parseNumberText(text, '.'), parseNumberText(text, ',')];
  if (point.kind === 'number' && comma.kind === 'number') return null;
  return point.kind === 'number' ? '.' : ',';
}

/**
 * Reads a column's numbers with the mark decided by all rows; without a decision, doubtful cells are
 * ambiguous.
 */
export function parseNumberColumn(
  texts: readonly string[],
  source: NumberSource = {},
): readonly NumberText[] {
  const format = decideNumberFormat(texts, source);
  const { currency, ownSign, isWorkbookNumber = () => false } = source;
  const mark = format.kind === 'clear' ? format.mark : undefined;
  return texts.map((text, at) =>
    currency !== undefined && isInAnotherCurrency(asOneLine(text), currency, ownSign)
      ? { kind: 'none' }
      : parseNumberCell({ text, isWorkbookNumber: isWorkbookNumber(at) }, mark),
  );
}

/** Returns plain decimals, with the sign of a percentage; undefined if no number, or beside DR or CR. */
export const plainTextOfNumber = (read: NumberText | undefined): string | undefined =>
  read?.kind !== 'number' || read.side !== null
    ? undefined
    : `${read.value}${read.isPercent ? '%' : ''}`;

/**
 * Converts a column's numbers to plain decimals if all rows together decide the notation; other texts stay.
 */
export const plainNumberColumn = (
  texts: readonly string[],
  source: NumberSource = {},
): readonly string[] =>
  parseNumberColumn(texts, source).map((read, at) => plainTextOfNumber(read) ?? texts[at] ?? '');
