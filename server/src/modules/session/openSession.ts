import type { ReplyOf, login } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { TOKEN_DAYS, networkOf, newToken } from '../../kernel/http/index.ts';
import { inTenant, logRowsSql } from '../../kernel/tx/index.ts';
import type { Knock } from '../../kernel/http/index.ts';
import { endOldestSessions, insertSessionSql } from './sessionRows.ts';
import { sessionUser } from './sessionUser.ts';

export interface ProvenUser {
  readonly tenantId: string;
  readonly userId: string;
}

export type SignedIn = ReplyOf<typeof login>;

const MOST_SESSIONS = 20;
const MOST_SOURCES = 20;

/** Opens a session; null if the user may not work here (any more). */
export function openSession(
  db: Kysely<Database>,
  known: ProvenUser,
  { address, client }: Knock,
): Promise<SignedIn | null> {
  const { tenantId, userId } = known;
  const token = newToken();
  return inTenant(db, tenantId, 'begin', async (tx) => {
    const user = await sessionUser(tx, tenantId, userId);
    if (user === null) return null;
    if (!(await recordSignIn(tx, known, networkOf(address)))) return null;
    const own = sql`user_id = ${userId} and viewer_id is null and application_id is null`;
    await endOldestSessions({ tx, tenantId }, own, MOST_SESSIONS - 1);
    const logged = logRowsSql({ tenantId, scope: known, address }, [
      { action: 'login', subject: 'session', subjectId: userId, number: user.loginName },
    ]);
    const session = { tenantId, userId, address, client, lasts: `${TOKEN_DAYS} days` };
    await sql`with logged as (${logged}) ${insertSessionSql(token, session)}`.execute(tx);
    return { token, user };
  });
}

/** Column `known_sources` with the source added in the latest place. */
export const knownSources = (source: string): RawBuilder<unknown> => sql`trim_array(
  array_prepend(${source}::text, array_remove(known_sources, ${source})),
  greatest(cardinality(array_remove(known_sources, ${source})) + 1 - ${sql.lit(MOST_SOURCES)}, 0))`;

/**
 * Resets the failures and remembers the source. From here on the user's sign-ins are sequential, and no one
 * deletes the user; false: already deleted.
 */
async function recordSignIn(
  tx: Transaction<Database>,
  { tenantId, userId }: ProvenUser,
  source: string,
): Promise<boolean> {
  const { rows } = await sql`
    update login set failures = 0, locked_until = null,
      known_sources = ${knownSources(source)}
    where tenant_id = ${tenantId} and user_id = ${userId}
    returning user_id`.execute(tx);
  return rows.length > 0;
}
