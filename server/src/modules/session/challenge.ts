import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isReadable } from '../../kernel/access/index.ts';
import { hashOf, newToken } from '../../kernel/http/index.ts';
import { inTenant } from '../../kernel/tx/index.ts';
import type { Knock } from '../../kernel/http/index.ts';
import { isKnownHere, loginColumns } from './logins.ts';
import type { LoginRow } from './logins.ts';
import { sessionUser } from './sessionUser.ts';

const LIFETIME = '5 minutes';
const MOST_TRIES = 5;
/** Codes accepted for a login from unknown sources while challenges live, regardless of their number. */
const MOST_OF_LOGIN = 20;

const toChallengeHash = (challenge: string): Buffer => Buffer.from(hashOf(challenge), 'hex');

/**
 * Stores a challenge after a right password, pending a code; null if the user may not work here (any more).
 */
export async function newChallenge(
  db: Kysely<Database>,
  { tenantId, userId, passwordHash }: LoginRow,
): Promise<string | null> {
  const user = await inTenant(db, tenantId, 'begin read only', (tx) =>
    sessionUser(tx, tenantId, userId),
  );
  if (user === null) return null;
  const challenge = newToken();
  await sql`
    delete from login_challenge
    where tenant_id = ${tenantId} and user_id = ${userId} and expires_at <= now()`.execute(db);
  await sql`
    insert into login_challenge (challenge_hash, tenant_id, user_id, password_hash, expires_at)
    select ${toChallengeHash(challenge)}, tenant_id, user_id, ${passwordHash}, now() + ${LIFETIME}::interval
    from login where tenant_id = ${tenantId} and user_id = ${userId} for key share`.execute(db);
  return challenge;
}

export interface Challenged extends LoginRow {
  readonly loginName: string;
  /** True after too many recent codes from any source, if the present source is unknown. */
  readonly guessed: boolean;
}

/**
 * Finds the login of a challenge, and uses up a try of five. While the login is being guessed nothing
 * counts, therefore no one can prolong the lock. Null if the challenge is over, or the password has
 * changed.
 */
export async function tryChallenge(
  db: Kysely<Database>,
  challenge: string,
  knock: Knock,
): Promise<Challenged | null> {
  const { rows } = await sql<Challenged>`
    select ${loginColumns(knock)}, l.login_name as "loginName", not ${isKnownHere(knock)} and (
      select sum(o.tries) from login_challenge o
      where o.tenant_id = c.tenant_id and o.user_id = c.user_id and o.expires_at > now()) >= ${MOST_OF_LOGIN} as guessed
    from login_challenge c
    join login l on l.tenant_id = c.tenant_id and l.user_id = c.user_id and l.password_hash = c.password_hash
    join tenant t on t.id = l.tenant_id
    where c.challenge_hash = ${toChallengeHash(challenge)} and c.expires_at > now() and c.tries < ${MOST_TRIES}
      and l.totp_secret is not null and ${isReadable}`.execute(db);
  const [found] = rows;
  if (found === undefined) return null;
  // Concurrent requests use up at most the tries left.
  const { rows: used } = await sql`
    update login_challenge set tries = tries + ${found.guessed ? 0 : 1}
    where challenge_hash = ${toChallengeHash(challenge)} and tries < ${MOST_TRIES} returning tries`.execute(
    db,
  );
  return used.length === 0 ? null : found;
}

export async function endChallenge(db: Kysely<Database>, challenge: string): Promise<void> {
  await sql`delete from login_challenge where challenge_hash = ${toChallengeHash(challenge)}`.execute(
    db,
  );
}
