import { LAST_DAY, dayAfter, monthEnd } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Rows of a period table (named `period`) after the day, in two index ranges: the days left in the month,
 * and later months. The balance at the end of a day is the present balance less these rows, therefore a
 * long history costs a report nothing.
 */
export function laterThan(day: string): readonly [RawBuilder<boolean>, RawBuilder<boolean>] {
  // The last possible month has no successor.
  const nextMonth = monthEnd(day) === LAST_DAY ? 'infinity' : monthAfter(day);
  return [
    sql<boolean>`period.grain = 'd' and period.starts_on > ${day}::date and period.starts_on < ${nextMonth}::date`,
    sql<boolean>`period.grain = 'm' and period.starts_on >= ${nextMonth}::date`,
  ];
}

/** The first day of the month after the day's. */
export const monthAfter = (day: string): string => dayAfter(monthEnd(day), 1);

/** Returns the preceding day, in YYYY-MM-DD. */
export const dayBefore = (day: string): string => dayAfter(day, -1);

export { FIRST_DAY, LAST_DAY } from '@tradehouse/domain';
