import { sql } from 'kysely';
import { orRefuseMissing } from '../../kernel/access/index.ts';
import { dayStart } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { heldSettings } from './settings.ts';

/** Day of a business time, with the first day open for posting. */
interface OpenDay {
  readonly day: string;
  /** The day itself or the first open day after it; today for a later day. */
  readonly openDay: string;
  /** The start of the open day, an ISO instant. */
  readonly opens: string;
  /** The books are closed up to today: no day is open. */
  readonly allClosed: boolean;
}

/** Finds the first open day from a business time on; null: from now. */
export async function findOpenDay(
  { tx, tenantId }: Context,
  time: string | null,
): Promise<OpenDay> {
  const { rows } = await sql<OpenDay>`
    select day::text as day, open_day::text as "openDay", ${dayStart(sql`open_day`, sql`zone`)} as opens,
      open_day > today as "allClosed"
    from (
      select asked.day, asked.today, setting.time_zone as zone,
        greatest(least(asked.day, asked.today), setting.closed_until + 1) as open_day
      from ${heldSettings(tenantId)} setting
      cross join lateral (
        select (coalesce(${time}::timestamptz, now()) at time zone setting.time_zone)::date as day,
          (now() at time zone setting.time_zone)::date as today) asked) as found`.execute(tx);
  return orRefuseMissing(rows[0]);
}
