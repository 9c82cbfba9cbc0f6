import { FIRST_DAY, LAST_DAY, monthsWithin } from '@tradehouse/domain';
import type { Stretch } from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';

/** Months that a report shows one by one, at most. */
const MOST_MONTHS = 60;

type Dates = readonly [string | null, string | null] | undefined;

/** The days that a report of the books is asked for. */
export interface BookPeriod {
  readonly since: string;
  readonly until: string;
  /** What each has a row of: the days as a whole, or month by month. */
  readonly stretches: readonly Stretch[];
  readonly byMonth: boolean;
}

/** The period a request means. Refuses months without a first and a last one, none at all, and more than `most` of them. */
export function bookPeriod(dates: Dates, byMonth = false, most = MOST_MONTHS): BookPeriod {
  const [first, last] = dates ?? [null, null];
  const [since, until] = [first ?? FIRST_DAY, last ?? LAST_DAY];
  if (!byMonth) return { since, until, byMonth, stretches: [[since, until]] };
  const field = { field: 'dates' };
  if (first === null || last === null) refuse('report.monthsNeedDays', {}, field);
  const stretches = monthsWithin(since, until, most + 1);
  if (stretches.length === 0) refuse('request.field', field, field);
  if (stretches.length > most) refuse('report.tooManyMonths', { most }, field);
  return { since, until, byMonth, stretches };
}

/** How a stretch is written where it stands beside figures. */
export const periodText = ([since, until]: Stretch, byMonth: boolean): string =>
  byMonth
    ? since.slice(0, 7)
    : [since === FIRST_DAY ? '…' : since, until === LAST_DAY ? '…' : until].join(' – ');
