import { plainRecords } from './records.ts';
import { reports } from './report/pages.ts';

/** Whether the page of an address is made from a declaration alone: of a record, or of a report. */
export const isPlainPage = (url: string): boolean =>
  plainRecords.some(({ page }) => page === url) || reports.some(({ page }) => page === url);
