// For tests only: cells of a workbook as the server replies them.
import type { WorkbookNumbers } from '@tradehouse/domain';
import type { ImportSourceInput } from './importSource.ts';

/** Cells that look like numbers of a workbook, which always use a point. */
export const plainWorkbookNumbers = (rows: readonly (readonly string[])[]): WorkbookNumbers =>
  rows.map((cells) =>
    cells.flatMap((cell, column) => (/^-?\d+(\.\d+)?%?$/.test(cell) ? [column] : [])),
  );

/** Builds a workbook of one sheet, with plain numbers as numeric cells. */
export const sheetInput = (
  rows: readonly (readonly string[])[],
  name = 'a.xlsx',
): Extract<ImportSourceInput, { kind: 'sheet' }> => ({
  kind: 'sheet',
  name,
  cells: {
    rows: rows.map((cells) => [...cells]),
    numbers: plainWorkbookNumbers(rows).map((columns) => [...columns]),
    places: rows.map((_, at) => at + 1),
    is1904: false,
  },
});
