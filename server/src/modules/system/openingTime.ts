import { sql } from 'kysely';
import { orRefuseMissing } from '../../kernel/access/index.ts';
import { dayStart } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { heldSettings } from './settings.ts';

/**
 * Business time of a new opening, an ISO instant: the start of a day before all trade, found by later,
 * back-dated or imported documents. In partly closed books, the first open day. In books closed up to
 * today: today, then refused by the closed period.
 */
export async function openingTime({ tx, tenantId }: Context): Promise<string> {
  const { rows } = await sql<{ time: string }>`
    select ${dayStart(sql`first.day`, sql`setting.time_zone`)} as time
    from ${heldSettings(tenantId)} setting
    cross join lateral (select greatest(date '2000-01-01', case when closed_until is not null
      then least(closed_until + 1, (now() at time zone time_zone)::date) end) as day) first`.execute(
    tx,
  );
  return orRefuseMissing(rows[0]).time;
}
