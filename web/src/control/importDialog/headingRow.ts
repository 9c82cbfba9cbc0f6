// The row of headings of a file: found by what is known, guessed where nothing is, or chosen by the user.
import { findHeadings, isMeantAsDay, mapHeadings, parseNumberText } from '@tradehouse/domain';
import type { ColumnMapping, ColumnTitles } from '@tradehouse/domain';
import type { SourceRow } from './importSource.ts';

export interface Headings<Column extends string> {
  /** Rows that end with the headings; 0: the file has none. */
  readonly above: number;
  readonly mapping: ColumnMapping<Column>;
}

const filled = (cells: readonly string[]): readonly string[] =>
  cells.filter((cell) => cell.trim() !== '');
const isValue = (cell: string): boolean =>
  parseNumberText(cell).kind !== 'none' || isMeantAsDay(cell);

/** Rows that end with what looks like headings: words in most columns, above a row with numbers or days; 0 where none does. */
export function guessHeadingRow(rows: readonly SourceRow[]): number {
  const width = Math.max(0, ...rows.map(({ cells }) => filled(cells).length));
  return (
    rows.findIndex(({ cells }, at) => {
      const titles = filled(cells);
      return (
        titles.length > 1 &&
        titles.length * 2 > width &&
        !titles.some(isValue) &&
        rows[at + 1]?.cells.some(isValue) === true
      );
    }) + 1
  );
}

/** The headings that are understood; where they are not enough, those of the row that looks like headings. */
export function findHeadingRow<Column extends string>(
  rows: readonly SourceRow[],
  titles: ColumnTitles<Column>,
  isEnough: (mapping: ColumnMapping<Column>) => boolean,
): Headings<Column> {
  const cells = rows.map((row) => row.cells);
  const found = findHeadings(cells, titles, isEnough);
  if (found.above > 0) return found;
  return mapHeadingRow(rows, guessHeadingRow(rows), titles);
}

/** Headings of a row that the user chose. */
export function mapHeadingRow<Column extends string>(
  rows: readonly SourceRow[],
  above: number,
  titles: ColumnTitles<Column>,
): Headings<Column> {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const headings = above === 0 ? [] : mapHeadings(rows[above - 1]?.cells ?? [], titles);
  return { above, mapping: Array.from({ length: width }, (_, at) => headings[at] ?? null) };
}

/** A column of the file, as the user chooses it. */
export interface FileColumn {
  readonly place: number;
  /** '' where the file has no headings, or none here. */
  readonly title: string;
  /** The first text below. */
  readonly sample: string;
}

/** The columns of a file that have a heading or any text. */
export function fileColumns(rows: readonly SourceRow[], above: number): readonly FileColumn[] {
  const width = Math.max(0, ...rows.slice(Math.max(0, above - 1)).map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, place) => ({
    place,
    title: (rows[above - 1]?.cells[place] ?? '').replaceAll(/\s+/g, ' ').trim(),
    sample:
      rows.slice(above).find(({ cells }) => (cells[place] ?? '').trim() !== '')?.cells[place] ?? '',
  })).filter(({ title, sample }) => title !== '' || sample !== '');
}
