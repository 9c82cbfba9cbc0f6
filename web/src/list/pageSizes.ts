import { DEFAULT_PAGE_SIZE } from '@tradehouse/contract';

/** A page size of 11, 21, … means the totals are the last row of the page (spec §9), so the server is asked for one fewer. */
export const totalsAreARow = (pageSize: number): boolean => pageSize % 10 === 1 && pageSize > 1;

/** Pixels of a window that a list leaves to the frame, its filters, buttons, headings, totals and pages; of a row. */
const AROUND_ROWS = 344;
const ROW = 40;
/** A page that is longer takes long to read and to draw. */
const MOST = 50;

/** How many rows fill a window of this height, in pixels. */
export function rowsFilling(height: number): number {
  const fitting = Math.floor((height - AROUND_ROWS) / ROW);
  const size = Math.min(MOST, Math.max(DEFAULT_PAGE_SIZE, fitting));
  return totalsAreARow(size) ? size - 1 : size;
}
