import type { Database } from '@tradehouse/database';
import { settingsPage } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { inTenant } from '../../kernel/tx/index.ts';
import type { JobHandlers } from '../../kernel/live/index.ts';
import { notifyUsers } from '../message/index.ts';

const TERM = 'companies:term';
/** Hourly by the job runner's clock, so that no restart loses the day. */
export const termNotifying = `33 * * * * ${TERM}`;
/** Days before the end of the term. */
const NOTICE_DAYS = 5;

export const platformHandlers = (db: Kysely<Database>): JobHandlers => ({
  [TERM]: () => tellEndingTerms(db),
});

/** Notifies owners of companies whose term ends within five days: once per end of a term. */
export async function tellEndingTerms(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ id: string; ends: string }>`
    select id, to_char(expires_at at time zone 'UTC', 'YYYYMMDDHH24MISS') as ends from tenant
    where enabled and sort = 'company' and expires_at > now()
      and expires_at <= now() + make_interval(days => ${sql.lit(NOTICE_DAYS)})
    order by id`.execute(db);
  for (const { id: tenantId, ends } of rows)
    await inTenant(db, tenantId, 'begin', async (tx) => {
      const owners = await sql<{ id: string; day: string }>`
        select u.id, ((t.expires_at at time zone setting.time_zone)::date)::text as day
        from app_user u
        join tenant t on t.id = u.tenant_id
        join tenant_setting setting on setting.tenant_id = ${tenantId}
        where u.tenant_id = ${tenantId} and u.owner and u.enabled`.execute(tx);
      for (const { id, day } of owners.rows)
        await notifyUsers(
          { tx, tenantId },
          {
            readers: [id],
            type: 'termEnding',
            text: day,
            openType: 'url',
            openPage: settingsPage,
            subject: '',
            eventKey: `termEnding:${ends}`,
          },
        );
    });
}
