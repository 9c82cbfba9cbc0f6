/** Cells as a spreadsheet puts them on the clipboard: tabs between, quotes around what holds a tab, break or quote. */
export function toTsv(cells: readonly (readonly string[])[]): string {
  return cells.map((row) => row.map(quoted).join('\t')).join('\n');
}

/** Marks what a line grid put on the clipboard: its read-only columns are among the cells, and stand where they stood. */
export const OWN_CELLS = 'application/x-tradehouse-cells';

const quoted = (text: string): string =>
  /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Commas instead of tabs: what a text file of cells has where it has no tab. */
export const fromCsv = (text: string): readonly (readonly string[])[] => cellsOf(text, ',');

/** Reads such a text; a break inside quotes stays inside its cell, and the break at the end makes no row. */
export const fromTsv = (text: string): readonly (readonly string[])[] => cellsOf(text, '\t');

function cellsOf(text: string, between: ',' | '\t'): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const field = new RegExp(`"((?:[^"]|"")*)"(?=[${between}\\r\\n]|$)|[^${between}\\r\\n]*`, 'y');
  let at = 0;
  while (at <= text.length) {
    field.lastIndex = at;
    const found = field.exec(text);
    if (found === null) break;
    rows.at(-1)?.push(found[1] === undefined ? found[0] : found[1].replaceAll('""', '"'));
    at = field.lastIndex;
    const gap = separator(text, at);
    if (gap === 0) break;
    if (text[at] !== between) rows.push([]);
    at += gap;
  }
  const last = rows.at(-1);
  if (rows.length > 1 && last?.length === 1 && last[0] === '') rows.pop();
  return rows;
}

/** How long the tab or line break at a place is; 0 at the end of the text. */
function separator(text: string, at: number): number {
  if (at >= text.length) return 0;
  return text.startsWith('\r\n', at) ? 2 : 1;
}
