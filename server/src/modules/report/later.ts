import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * The rows of a period table (named `period`) that lie after the day, in two stretches that each are one range of an
 * index: the days left of its month, and the months after it. What held at the end of a day is what holds now less
 * these, so a report costs no more in a long history.
 */
export function laterThan(day: string): readonly [RawBuilder<boolean>, RawBuilder<boolean>] {
  const nextMonth = monthAfter(day);
  return [
    sql<boolean>`period.grain = 'd' and period.starts_on > ${day}::date and period.starts_on < ${nextMonth}::date`,
    sql<boolean>`period.grain = 'm' and period.starts_on >= ${nextMonth}::date`,
  ];
}

const iso = (date: Date): string => date.toISOString().slice(0, 10);
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The first day of the month after the day's. */
export function monthAfter(day: string): string {
  const date = dateOf(day);
  date.setUTCMonth(date.getUTCMonth() + 1, 1);
  return iso(date);
}

/** So many days later, or earlier where it is below 0. */
export function dayAfter(day: string, days: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + days);
  return iso(date);
}

/** The day before, as YYYY-MM-DD. */
export const dayBefore = (day: string): string => dayAfter(day, -1);

/** Before every document there can be. */
export const FIRST_DAY = '0001-01-01';
/** After every document there can be. */
export const LAST_DAY = '9999-12-31';
