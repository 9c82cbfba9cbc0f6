import { sql } from 'kysely';
import { dayStart, found } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { heldSettings } from './settings.ts';

/**
 * The business time of a new opening, an ISO instant: the start of a day before all trade, so that whatever is entered
 * later, back-dated or imported, finds it there; the first open day, where the books are closed up to some day. Where they
 * are closed up to today there is none: today it is, and the closed period refuses it.
 */
export async function openingTime({ tx, tenantId }: Context): Promise<string> {
  const { rows } = await sql<{ time: string }>`
    select ${dayStart(sql`first.day`, sql`setting.time_zone`)} as time
    from ${heldSettings(tenantId)} setting
    cross join lateral (select greatest(date '2000-01-01', case when closed_until is not null
      then least(closed_until + 1, (now() at time zone time_zone)::date) end) as day) first`.execute(
    tx,
  );
  return found(rows[0]).time;
}
