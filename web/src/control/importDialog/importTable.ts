// Rows of someone else's table by columns: numbers and days are decided by whole columns (decision 0065).
import {
  asOneLine,
  cellUnder,
  findHeadings,
  hasScaledUnit,
  isHeadingInAnotherCurrency,
  isInAnotherCurrency,
  parseDayColumn,
  parseNumberColumn,
  plainValueOfNumber,
  surplusFinder,
  workbookNumbersIn,
} from '@tradehouse/domain';
import type {
  ColumnMapping,
  ColumnTitles,
  DayOrder,
  DayText,
  NumberSource,
  WorkbookNumbers,
} from '@tradehouse/domain';
import { settingsSignOf } from '../fieldNumber.ts';

/** Column names of an import kind, and which columns hold numbers and days. */
interface ImportKind<Column extends string> {
  readonly titles: ColumnTitles<Column>;
  readonly isEnough: (mapping: ColumnMapping<Column>) => boolean;
  readonly numbers: readonly Column[];
  readonly days: readonly Column[];
}

export interface ImportTableRow<Column extends string> {
  /** Position among the rows of the file, from 1. */
  readonly place: number;
  /** Texts unchanged; blank cells are absent. */
  readonly texts: Readonly<Partial<Record<Column, string>>>;
  /** Original headings of the found columns. */
  readonly headings: Readonly<Partial<Record<Column, string>>>;
  /** Text right of all headings, a hint that the row's cells may be shifted; '' is none. */
  readonly surplus: string;
  /** Plain decimals; undefined below a unit like 金额(万元), or without a single reading. */
  readonly numberIn: (column: Column) => string | undefined;
  readonly dayIn: (column: Column) => Extract<DayText, { kind: 'day' }> | undefined;
}

/** Facts of a file besides cells; absent headings are found among the cells. */
export interface TableSource<Column extends string> extends Pick<
  NumberSource,
  'mark' | 'currency'
> {
  /** Are the cells from a spreadsheet, whose columns are fixed? */
  readonly isSheet?: boolean;
  /** Numbers of the workbook among all cells; absent: all cells are texts. */
  readonly workbookNumbers?: WorkbookNumbers;
  readonly is1904?: boolean;
  /** Day order chosen by the user. */
  readonly order?: DayOrder | null;
  readonly headings?: { readonly above: number; readonly mapping: ColumnMapping<Column> };
  /** Row numbers in the file; absent: consecutive from 1. */
  readonly places?: readonly number[];
}

/** Parses titles from lists of names divided by |; names of earlier lists come first. */
export function titlesByColumn<Column extends string>(
  columns: readonly Column[],
  namesOf: (column: Column) => readonly string[],
): ColumnTitles<Column> {
  const shapes = (column: Column) =>
    namesOf(column)
      .filter((names) => names !== '')
      .map((names) => new RegExp(`^(?:${names})$`));
  // SAFETY: the columns are the keys.
  return Object.fromEntries(
    columns.map((column) => [column, shapes(column)]),
  ) as unknown as ColumnTitles<Column>;
}

/** Reads the rows below the headings; null where no row says enough columns. */
export function readImportTable<Column extends string>(
  cells: readonly (readonly string[])[],
  { titles, isEnough, numbers, days }: ImportKind<Column>,
  {
    headings: chosen,
    places = [],
    is1904 = false,
    isSheet = false,
    order = null,
    workbookNumbers = [],
    ...source
  }: TableSource<Column>,
): readonly ImportTableRow<Column>[] | null {
  const { above, mapping } = chosen ?? findHeadings(cells, titles, isEnough);
  if (!isEnough(mapping)) return null;
  const rows = cells.slice(above);
  // Spreadsheet cells have fixed columns, regardless of their neighbours.
  const surplusIn = isSheet ? () => '' : surplusFinder(cells, { above, mapping });
  const headings = headingsIn(cells[above - 1] ?? [], mapping);
  const textsOf = (column: Column) => rows.map((row) => cellUnder(row, mapping, column));
  const below = workbookNumbers.slice(above);
  const numbersBy = new Map(
    numbers.map((column) => {
      const own = workbookNumbersIn(below, mapping.indexOf(column));
      return [column, parseNumberColumn(textsOf(column), { ...source, ...own })] as const;
    }),
  );
  const daysBy = new Map(
    days.map((column) => [column, parseDayColumn(textsOf(column), { order, is1904 })] as const),
  );
  return rows.map((row, at) => ({
    place: places[above + at] ?? above + at + 1,
    texts: textsOfMappedRow(row, mapping),
    headings,
    surplus: surplusIn(row),
    numberIn: (column) =>
      hasScaledUnit(headings[column] ?? '')
        ? undefined
        : plainValueOfNumber(numbersBy.get(column)?.[at]),
    dayIn: (column) => {
      const read = daysBy.get(column)?.[at];
      return read?.kind === 'day' ? read : undefined;
    },
  }));
}

/** The text or heading of a filled cell, where it names another currency; undefined for none. */
export function foreignText<Column extends string>(
  { texts, headings }: Pick<ImportTableRow<Column>, 'texts' | 'headings'>,
  column: Column,
  currency: string,
): string | undefined {
  const [text, heading] = [texts[column], headings[column] ?? ''];
  if (text === undefined) return undefined;
  if (isInAnotherCurrency(text, currency, settingsSignOf(currency))) return text;
  return isHeadingInAnotherCurrency(heading, currency) ? heading : undefined;
}

function headingsIn<Column extends string>(
  titles: readonly string[],
  mapping: ColumnMapping<Column>,
): Readonly<Partial<Record<Column, string>>> {
  const headings: Partial<Record<Column, string>> = {};
  for (const [at, column] of mapping.entries())
    if (column !== null) headings[column] = titles[at] ?? '';
  return headings;
}

function textsOfMappedRow<Column extends string>(
  row: readonly string[],
  mapping: ColumnMapping<Column>,
): Readonly<Partial<Record<Column, string>>> {
  const texts: Partial<Record<Column, string>> = {};
  for (const column of mapping) {
    // Cells with line breaks and hidden characters are read as one line, like workbook cells.
    const text = column === null ? '' : asOneLine(cellUnder(row, mapping, column));
    if (column !== null && text !== '') texts[column] = text;
  }
  return texts;
}
