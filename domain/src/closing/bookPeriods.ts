import { dayAfter, daysBetween, monthEnd, monthsBefore } from '../day.ts';

/** Day before every possible document. */
export const FIRST_DAY = '0001-01-01';
/** Day after every possible document. */
export const LAST_DAY = '9999-12-31';

/** Date range of two days in YYYY-MM-DD, both inclusive. */
export type InclusiveDateRange = readonly [since: string, until: string];

const hasEnds = ([since, until]: InclusiveDateRange): boolean =>
  since !== FIRST_DAY && until !== LAST_DAY;

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** Same day some months earlier; a month's last day gives the last day. */
function sameDayBefore(day: string, months: number): string {
  const before = monthsBefore(day, months);
  return day === monthEnd(day) ? monthEnd(before) : before;
}

/**
 * The date range, or null if it starts before every document: days before the year 1 are written
 * differently.
 */
const rangeWithinCalendar = (stretch: InclusiveDateRange): InclusiveDateRange | null =>
  stretch[0] < FIRST_DAY ? null : stretch;

/**
 * Previous period. A range starting with a month moves back by its months, to the same day; others by their
 * days. Null without both ends or if the result begins before all days.
 */
export function periodBefore(stretch: InclusiveDateRange): InclusiveDateRange | null {
  if (!hasEnds(stretch)) return null;
  const [since, until] = stretch;
  if (since.endsWith('-01')) {
    const months = monthOf(until) - monthOf(since) + 1;
    return rangeWithinCalendar([monthsBefore(since, months), sameDayBefore(until, months)]);
  }
  const days = daysBetween(since, until) + 1;
  return rangeWithinCalendar([dayAfter(since, -days), dayAfter(until, -days)]);
}

/** Same days a year earlier; null without both ends or if the result begins before all days. */
export const yearBefore = (stretch: InclusiveDateRange): InclusiveDateRange | null =>
  hasEnds(stretch)
    ? rangeWithinCalendar([monthsBefore(stretch[0], 12), sameDayBefore(stretch[1], 12)])
    : null;
