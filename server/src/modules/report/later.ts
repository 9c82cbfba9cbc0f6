import { LAST_DAY, dayAfter, monthEnd } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * The rows of a period table (named `period`) that lie after the day, in two stretches that each are one range of an
 * index: the days left of its month, and the months after it. What held at the end of a day is what holds now less
 * these, so a report costs no more in a long history.
 */
export function laterThan(day: string): readonly [RawBuilder<boolean>, RawBuilder<boolean>] {
  // The last month there can be has none after it.
  const nextMonth = monthEnd(day) === LAST_DAY ? 'infinity' : monthAfter(day);
  return [
    sql<boolean>`period.grain = 'd' and period.starts_on > ${day}::date and period.starts_on < ${nextMonth}::date`,
    sql<boolean>`period.grain = 'm' and period.starts_on >= ${nextMonth}::date`,
  ];
}

/** The first day of the month after the day's. */
export const monthAfter = (day: string): string => dayAfter(monthEnd(day), 1);

/** The day before, as YYYY-MM-DD. */
export const dayBefore = (day: string): string => dayAfter(day, -1);

export { FIRST_DAY, LAST_DAY } from '@tradehouse/domain';
