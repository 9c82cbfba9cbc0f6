import { FIRST_DAY, LAST_DAY, monthsWithin } from '@tradehouse/domain';
import type { InclusiveDateRange } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';

/** Most months in a report by month. */
const MOST_MONTHS = 60;

type BookDates = readonly [string | null, string | null] | undefined;

/** Days requested for a book report. */
export interface BookPeriod {
  readonly since: string;
  readonly until: string;
  /** Date ranges with a row each: the days together, or month by month. */
  readonly ranges: readonly InclusiveDateRange[];
  readonly byMonth: boolean;
}

/**
 * Returns the requested period. Refuses months without a first or a last month, an empty period, and more
 * than `most` months.
 */
export function bookPeriod(dates: BookDates, byMonth = false, most = MOST_MONTHS): BookPeriod {
  const [first, last] = dates ?? [null, null];
  const [since, until] = [first ?? FIRST_DAY, last ?? LAST_DAY];
  if (!byMonth) return { since, until, byMonth, ranges: [[since, until]] };
  const field = { field: 'dates' };
  if (first === null || last === null) refuseWith('report.monthsNeedDays', {}, field);
  const ranges = monthsWithin(since, until, most + 1);
  if (ranges.length === 0) refuseWith('request.field', field, field);
  if (ranges.length > most) refuseWith('report.tooManyMonths', { most }, field);
  return { since, until, byMonth, ranges };
}

/** Formats the date range shown with figures. */
export const periodText = ([since, until]: InclusiveDateRange, byMonth: boolean): string =>
  byMonth
    ? since.slice(0, 7)
    : [since === FIRST_DAY ? '…' : since, until === LAST_DAY ? '…' : until].join(' – ');
