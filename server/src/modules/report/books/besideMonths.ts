import { MOST_MONTHS_BESIDE } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bookPeriod } from './bookPeriod.ts';
import type { BookPeriod } from './bookPeriod.ts';

/** Returns the months side by side for a request. */
export const toMonthsPeriod = (dates: Parameters<typeof bookPeriod>[0]): BookPeriod =>
  bookPeriod(dates, true, MOST_MONTHS_BESIDE);

/** Names a figure's columns, from the first month to the last possible month. */
export const monthNames = (name: string): readonly string[] =>
  Array.from({ length: MOST_MONTHS_BESIDE }, (_, place) => `${name}${place + 1}`);

/** Sums a figure over rows of `place`, a column for each month; null in months not requested. */
export const monthSums = (
  { ranges }: BookPeriod,
  name: string,
  figure: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(
    monthNames(name).map((column, place) =>
      place < ranges.length
        ? sql`coalesce(sum(${figure}) filter (where place = ${sql.lit(place)}), 0) as ${sql.ref(column)}`
        : sql`null::numeric as ${sql.ref(column)}`,
    ),
  );

/** References a figure's monthly columns in the subquery `relation`, in SQL. */
export const monthColumns = (relation: string, name: string): RawBuilder<unknown> =>
  sql.join(monthNames(name).map((column) => sql.ref(`${relation}.${column}`)));
