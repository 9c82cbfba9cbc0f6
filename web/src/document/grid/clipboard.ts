import { splitCells } from '@tradehouse/domain';

/** Cells as a spreadsheet puts them on the clipboard: tabs between, quotes around what holds a tab, break or quote. */
export function toTsv(cells: readonly (readonly string[])[]): string {
  return cells.map((row) => row.map(quoted).join('\t')).join('\n');
}

/** Marks what a line grid put on the clipboard: its read-only columns are among the cells, and stand where they stood. */
export const OWN_CELLS = 'application/x-tradehouse-cells';

const quoted = (text: string): string =>
  /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Reads such a text; a break inside quotes stays inside its cell, and the break at the end makes no row. */
export const fromTsv = (text: string): readonly (readonly string[])[] => splitCells(text, '\t');
