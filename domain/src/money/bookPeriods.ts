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

/**
 * The period before. What begins with a month goes back by as many months as it touches, to the same day; anything else by as
 * many days as it has. Null where it has no first or last day.
 */
export function periodBefore(stretch: Stretch): Stretch | null {
  if (!hasEnds(stretch)) return null;
  const [since, until] = stretch;
  if (since.endsWith('-01')) {
    const months = monthOf(until) - monthOf(since) + 1;
    return [monthsBefore(since, months), sameDayBefore(until, months)];
  }
  const days = daysBetween(since, until) + 1;
  return [dayAfter(since, -days), dayAfter(until, -days)];
}

/** The same days a year before; null where the period has no first or last day. */
export const yearBefore = (stretch: Stretch): Stretch | null =>
  hasEnds(stretch) ? [monthsBefore(stretch[0], 12), sameDayBefore(stretch[1], 12)] : null;
