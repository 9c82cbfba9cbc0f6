import { plainRecords } from './records.ts';
import { reports } from './report/pages.ts';

/** Returns true for a page generated from a record's or report's declaration. */
export const isPlainPage = (url: string): boolean =>
  plainRecords.some(({ page }) => page === url) || reports.some(({ page }) => page === url);
