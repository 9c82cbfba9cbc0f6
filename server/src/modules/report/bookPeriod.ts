import { dayAfter, daysBetween, monthEnd, monthsBefore } from '@tradehouse/domain';
import { refuse } from '../../kernel/index.ts';
import { FIRST_DAY, LAST_DAY, monthAfter } from './later.ts';
import type { Stretch } from './months.ts';
import { monthStart } from './months.ts';

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

/** The period a request means. Refuses months without a first and a last one, none at all, and too many of them. */
export function bookPeriod(dates: Dates, byMonth = false): BookPeriod {
  const [first, last] = dates ?? [null, null];
  const [since, until] = [first ?? FIRST_DAY, last ?? LAST_DAY];
  if (!byMonth) return { since, until, byMonth, stretches: [[since, until]] };
  const field = { field: 'dates' };
  if (first === null || last === null) refuse('report.monthsNeedDays', {}, field);
  if (first > last) refuse('request.field', field, field);
  const stretches: Stretch[] = [];
  for (let day = since; day <= until; day = monthAfter(day)) {
    const end = monthEnd(day);
    stretches.push([day, end < until ? end : until]);
    if (stretches.length > MOST_MONTHS)
      refuse('report.tooManyMonths', { most: MOST_MONTHS }, field);
  }
  return { since, until, byMonth, stretches };
}

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** The same day so many months before; of a month's last day always the last. */
function sameDayBefore(day: string, months: number): string {
  const before = monthsBefore(day, months);
  return day === monthEnd(day) ? monthEnd(before) : before;
}

/**
 * The period before. What begins with a month goes back by as many months as it touches, to the same day; anything else by as
 * many days as it has. Null where it has no first or last day.
 */
export function periodBefore([since, until]: Stretch): Stretch | null {
  if (since === FIRST_DAY || until === LAST_DAY) return null;
  if (since === monthStart(since)) {
    const months = monthOf(until) - monthOf(since) + 1;
    return [monthsBefore(since, months), sameDayBefore(until, months)];
  }
  const days = daysBetween(since, until) + 1;
  return [dayAfter(since, -days), dayAfter(until, -days)];
}

/** How a stretch is written where it stands beside figures. */
export const periodText = ([since, until]: Stretch, byMonth: boolean): string =>
  byMonth
    ? since.slice(0, 7)
    : [since === FIRST_DAY ? '…' : since, until === LAST_DAY ? '…' : until].join(' – ');
