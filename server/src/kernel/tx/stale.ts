import type { LogSubject } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Context } from '../access/context.ts';
import { refuseWith } from '../refuse.ts';

/**
 * Refuses with `record.stale` a save based on an older version than `version`. Names `who` saved the
 * current one and when (`time`, ISO), if known from the log.
 */
export async function refuseStale(
  { tx, tenantId }: Context,
  subject: LogSubject,
  id: string,
  version: number,
): Promise<never> {
  const { rows } = await sql<{ who: string | null; time: string }>`
    select person.name as who, log.at as time
    from audit_log as log
    left join app_user as person on person.tenant_id = ${tenantId} and person.id = log.user_id
    where log.tenant_id = ${tenantId} and log.subject = ${subject} and log.subject_id = ${id}
    order by log.id desc limit 1`.execute(tx);
  const [last] = rows;
  return refuseWith('record.stale', {
    version,
    ...(last === undefined ? {} : { who: last.who ?? '', time: last.time }),
  });
}
