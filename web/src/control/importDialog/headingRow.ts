// Heading row of a file: recognized, guessed if unknown, or chosen by the user.
import { findHeadings, isMeantAsDay, mapHeadings, parseNumberText } from '@tradehouse/domain';
import type { ColumnMapping, ColumnTitles } from '@tradehouse/domain';
import type { SourceRow } from './importSource.ts';

export interface HeadingMapping<Column extends string> {
  /** Number of rows up to the headings; 0: no headings. */
  readonly above: number;
  readonly mapping: ColumnMapping<Column>;
}

const dropBlankCells = (cells: readonly string[]): readonly string[] =>
  cells.filter((cell) => cell.trim() !== '');
const isValue = (cell: string): boolean =>
  parseNumberText(cell).kind !== 'none' || isMeantAsDay(cell);

/** Counts rows up to likely headings: words in most columns, above a row with numbers or days; 0 if none. */
export function guessHeadingRow(rows: readonly SourceRow[]): number {
  const width = Math.max(0, ...rows.map(({ cells }) => dropBlankCells(cells).length));
  return (
    rows.findIndex(({ cells }, at) => {
      const titles = dropBlankCells(cells);
      return (
        titles.length > 1 &&
        titles.length * 2 > width &&
        !titles.some(isValue) &&
        rows[at + 1]?.cells.some(isValue) === true
      );
    }) + 1
  );
}

/** Finds recognized headings; if insufficient, the row that looks like headings. */
export function findHeadingRow<Column extends string>(
  rows: readonly SourceRow[],
  titles: ColumnTitles<Column>,
  isEnough: (mapping: ColumnMapping<Column>) => boolean,
): HeadingMapping<Column> {
  const cells = rows.map((row) => row.cells);
  const found = findHeadings(cells, titles, isEnough);
  if (found.above > 0) return found;
  return mapHeadingRow(rows, guessHeadingRow(rows), titles);
}

/** Maps the headings of a row chosen by the user. */
export function mapHeadingRow<Column extends string>(
  rows: readonly SourceRow[],
  above: number,
  titles: ColumnTitles<Column>,
): HeadingMapping<Column> {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const headings = above === 0 ? [] : mapHeadings(rows[above - 1]?.cells ?? [], titles);
  return { above, mapping: Array.from({ length: width }, (_, at) => headings[at] ?? null) };
}

export interface FileColumn {
  readonly place: number;
  /** '' if the file, or this column, has no heading. */
  readonly title: string;
  /** The first text below. */
  readonly sample: string;
}

/** Lists file columns with a heading or any text. */
export function fileColumns(rows: readonly SourceRow[], above: number): readonly FileColumn[] {
  const width = Math.max(0, ...rows.slice(Math.max(0, above - 1)).map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, place) => ({
    place,
    title: (rows[above - 1]?.cells[place] ?? '').replaceAll(/\s+/g, ' ').trim(),
    sample:
      rows.slice(above).find(({ cells }) => (cells[place] ?? '').trim() !== '')?.cells[place] ?? '',
  })).filter(({ title, sample }) => title !== '' || sample !== '');
}
