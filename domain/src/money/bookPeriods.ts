import { dayAfter, daysBetween, monthEnd, monthsBefore } from '../day.ts';

/** Before every document there can be. */
export const FIRST_DAY = '0001-01-01';
/** After every document there can be. */
export const LAST_DAY = '9999-12-31';

/** Two days as YYYY-MM-DD, both inclusive. */
export type Stretch = readonly [since: string, until: string];

const hasEnds = ([since, until]: Stretch): boolean => since !== FIRST_DAY && until !== LAST_DAY;

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** The same day so many months before; of a month's last day always the last. */
function sameDayBefore(day: string, months: number): string {
  const before = monthsBefore(day, months);
  return day === monthEnd(day) ? monthEnd(before) : before;
}

/** The stretch, unless it begins before every document there can be: days before the year 1 are not written as others are. */
const withinTime = (stretch: Stretch): Stretch | null => (stretch[0] < FIRST_DAY ? null : stretch);

/**
 * The period before. What begins with a month goes back by as many months as it touches, to the same day; anything else by as
 * many days as it has. Null where it has no first or last day, or would begin before all days.
 */
export function periodBefore(stretch: Stretch): Stretch | null {
  if (!hasEnds(stretch)) return null;
  const [since, until] = stretch;
  if (since.endsWith('-01')) {
    const months = monthOf(until) - monthOf(since) + 1;
    return withinTime([monthsBefore(since, months), sameDayBefore(until, months)]);
  }
  const days = daysBetween(since, until) + 1;
  return withinTime([dayAfter(since, -days), dayAfter(until, -days)]);
}

/** The same days a year before; null where the period has no first or last day, or would begin before all days. */
export const yearBefore = (stretch: Stretch): Stretch | null =>
  hasEnds(stretch)
    ? withinTime([monthsBefore(stretch[0], 12), sameDayBefore(stretch[1], 12)])
    : null;
