import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isLive, sweepFailures } from '../../kernel/http/index.ts';
import type { JobHandlers } from '../../kernel/live/index.ts';

const SWEEP = 'session:sweep';
const FAILURES = 'session:failures';
/** Hourly, and every five minutes for data kept five minutes, by the job runner's clock. */
export const sessionSweeping = `17 * * * * ${SWEEP}\n*/5 * * * * ${FAILURES}`;

export const sessionHandlers = (db: Kysely<Database>): JobHandlers => ({
  [SWEEP]: () => forgetSessions(db),
  [FAILURES]: () => sweepFailures(db),
});

/**
 * Deletes expired data in every company: sessions, views through another user's eyes, and second steps
 * never taken.
 */
export async function forgetSessions(db: Kysely<Database>): Promise<void> {
  await sql`delete from session s where not ${isLive}`.execute(db);
  await sql`delete from login_challenge where expires_at <= now()`.execute(db);
}
