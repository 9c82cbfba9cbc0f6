import { DEFAULT_PAGE_SIZE } from '@tradehouse/contract';

/** With a page size of 11, 21, … the totals take the place of a page's last row. */
export const totalsAreARow = (pageSize: number): boolean => pageSize % 10 === 1 && pageSize > 1;

/**
 * Pixels of a window outside the rows (frame, filters, buttons, headings, totals, pager); pixels of a row.
 */
const AROUND_ROWS = 344;
const ROW = 40;
/** Maximum rows of a page: longer pages are slow to read and draw. */
const MOST = 50;

/** Returns the number of rows that fit into a window of this height, in pixels. */
export function rowsFilling(height: number): number {
  const fitting = Math.floor((height - AROUND_ROWS) / ROW);
  const size = Math.min(MOST, Math.max(DEFAULT_PAGE_SIZE, fitting));
  return totalsAreARow(size) ? size - 1 : size;
}
