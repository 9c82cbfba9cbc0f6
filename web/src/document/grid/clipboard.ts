import { splitCells } from '@tradehouse/domain';

/** Encodes cells like a spreadsheet's clipboard: tab-separated, with quotes around tabs, breaks or quotes. */
export function toTsv(cells: readonly (readonly string[])[]): string {
  return cells.map((row) => row.map(quoteTsvCell).join('\t')).join('\n');
}

/** Marks clipboard content of a line grid: read-only columns are included, in grid order. */
export const OWN_CELLS = 'application/x-tradehouse-cells';

const quoteTsvCell = (text: string): string =>
  /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Parses tab-separated text; quoted breaks stay inside their cell, and a final break adds no row. */
export const fromTsv = (text: string): readonly (readonly string[])[] => splitCells(text, '\t');
