import { MOST_MONTHS_BESIDE } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bookPeriod } from './bookPeriod.ts';
import type { BookPeriod } from './bookPeriod.ts';

/** The months side by side that a request means. */
export const monthsAsked = (dates: Parameters<typeof bookPeriod>[0]): BookPeriod =>
  bookPeriod(dates, true, MOST_MONTHS_BESIDE);

/** The names of a figure's columns, from the first month to the last there can be. */
export const monthNames = (name: string): readonly string[] =>
  Array.from({ length: MOST_MONTHS_BESIDE }, (_, place) => `${name}${place + 1}`);

/** A figure of rows of `place`, a column for each month; null in months that are not asked for. */
export const monthSums = (
  { stretches }: BookPeriod,
  name: string,
  figure: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(
    monthNames(name).map((column, place) =>
      place < stretches.length
        ? sql`coalesce(sum(${figure}) filter (where place = ${sql.lit(place)}), 0) as ${sql.ref(column)}`
        : sql`null::numeric as ${sql.ref(column)}`,
    ),
  );

/** The columns of a figure's months, of a relation that has them. */
export const monthColumns = (relation: string, name: string): RawBuilder<unknown> =>
  sql.join(monthNames(name).map((column) => sql.ref(`${relation}.${column}`)));
