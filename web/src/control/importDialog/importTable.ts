// Rows of someone else's table by columns: numbers and days are decided by whole columns (decision 0065).
import {
  asOneLine,
  cellUnder,
  decideDayOrder,
  findHeadings,
  parseDayText,
  parseNumberColumn,
  plainValue,
  surplusFinder,
} from '@tradehouse/domain';
import type { ColumnMapping, ColumnTitles, DayText, NumberSource } from '@tradehouse/domain';

/** Declares one kind of import: the names of its columns, and which of them hold numbers and days. */
interface ImportKind<Column extends string> {
  readonly titles: ColumnTitles<Column>;
  readonly isEnough: (mapping: ColumnMapping<Column>) => boolean;
  readonly numbers: readonly Column[];
  readonly days: readonly Column[];
}

export interface ImportTableRow<Column extends string> {
  /** Position among the rows of the file, from 1. */
  readonly place: number;
  /** As they stand there; blank cells have none. */
  readonly texts: Readonly<Partial<Record<Column, string>>>;
  /** Headings of the columns that were found, as they stand there. */
  readonly headings: Readonly<Partial<Record<Column, string>>>;
  /** A text right of all headings, so that the row's cells may not stand below theirs; '' is none. */
  readonly surplus: string;
  /** Plain decimals; undefined where the cell has no single reading. */
  readonly numberIn: (column: Column) => string | undefined;
  readonly dayIn: (column: Column) => Extract<DayText, { kind: 'day' }> | undefined;
}

/** Facts of a file besides its cells; without headings they are found among the cells. */
export interface TableSource<Column extends string> extends NumberSource {
  readonly is1904?: boolean;
  readonly headings?: { readonly above: number; readonly mapping: ColumnMapping<Column> };
  /** The rows' places in the file; absent: one after the other from 1. */
  readonly places?: readonly number[];
}

/** Titles from lists of names, divided by |; names of the first list come before those of the next. */
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
  { headings: chosen, places = [], is1904 = false, ...source }: TableSource<Column>,
): readonly ImportTableRow<Column>[] | null {
  const { above, mapping } = chosen ?? findHeadings(cells, titles, isEnough);
  if (!isEnough(mapping)) return null;
  const rows = cells.slice(above);
  // Cells of a spreadsheet stand in their own columns, whatever stands beside them.
  const surplusIn = source.isSheet ? () => '' : surplusFinder(cells, { above, mapping });
  const headings = headingsIn(cells[above - 1] ?? [], mapping);
  const textsOf = (column: Column) => rows.map((row) => cellUnder(row, mapping, column));
  const numbersBy = new Map(
    numbers.map((column) => [column, parseNumberColumn(textsOf(column), source)] as const),
  );
  const daysBy = new Map(
    days.map((column) => {
      const texts = textsOf(column);
      const decision = decideDayOrder(texts);
      const order = decision.kind === 'clear' ? { order: decision.order } : {};
      return [column, texts.map((text) => parseDayText(text, { ...order, is1904 }))] as const;
    }),
  );
  return rows.map((row, at) => ({
    place: places[above + at] ?? above + at + 1,
    texts: textsIn(row, mapping),
    headings,
    surplus: surplusIn(row),
    numberIn: (column) => plainValue(numbersBy.get(column)?.[at]),
    dayIn: (column) => {
      const read = daysBy.get(column)?.[at];
      return read?.kind === 'day' ? read : undefined;
    },
  }));
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

function textsIn<Column extends string>(
  row: readonly string[],
  mapping: ColumnMapping<Column>,
): Readonly<Partial<Record<Column, string>>> {
  const texts: Partial<Record<Column, string>> = {};
  for (const column of mapping) {
    // Cells with breaks and hidden signs are read as one line, as those of workbooks are.
    const text = column === null ? '' : asOneLine(cellUnder(row, mapping, column));
    if (column !== null && text !== '') texts[column] = text;
  }
  return texts;
}
