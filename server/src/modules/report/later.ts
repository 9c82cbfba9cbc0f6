import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Rows of a period table (named `period`) that lie after the day: the days left of its month and the months after it.
 * What held at the end of a day is what holds now less these, so a report costs no more in a long history.
 */
export const laterThan = (day: string): RawBuilder<boolean> => sql<boolean>`(
  (period.grain = 'm' and period.starts_on > ${day}::date)
  or (period.grain = 'd' and period.starts_on > ${day}::date
    and period.starts_on < (date_trunc('month', ${day}::date) + interval '1 month')::date))`;

/** The day before, as YYYY-MM-DD. */
export function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

/** Before every document there can be. */
export const FIRST_DAY = '0001-01-01';
/** After every document there can be. */
export const LAST_DAY = '9999-12-31';
