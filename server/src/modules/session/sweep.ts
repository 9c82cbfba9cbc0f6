import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isLive, sweepFailures } from '../../kernel/index.ts';
import type { JobHandlers } from '../../kernel/index.ts';

const SWEEP = 'session:sweep';
const FAILURES = 'session:failures';
/** Every hour, and every five minutes what is kept for as long, by the job runner's clock. */
export const sessionSweeping = `17 * * * * ${SWEEP}\n*/5 * * * * ${FAILURES}`;

export const sessionHandlers = (db: Kysely<Database>): JobHandlers => ({
  [SWEEP]: () => forgetSessions(db),
  [FAILURES]: () => sweepFailures(db),
});

/** Forgets what is over in every company: sessions, also through others' eyes, and second steps that were never taken. */
export async function forgetSessions(db: Kysely<Database>): Promise<void> {
  await sql`delete from session s where not ${isLive}`.execute(db);
  await sql`delete from login_challenge where expires_at <= now()`.execute(db);
}
