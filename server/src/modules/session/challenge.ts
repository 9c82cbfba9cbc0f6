import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { hashOf, inTenant, isReadable, newToken } from '../../kernel/index.ts';
import type { Knock } from '../../kernel/index.ts';
import { isKnownHere, loginColumns } from './logins.ts';
import type { LoginRow } from './logins.ts';
import { sessionUser } from './sessionUser.ts';

const LIFETIME = '5 minutes';
const MOST_TRIES = 5;
/** Codes that a login takes from strangers while its challenges live, however many of these there are. */
const MOST_OF_LOGIN = 20;

const stored = (challenge: string): Buffer => Buffer.from(hashOf(challenge), 'hex');

/** Remembers that the password was right and a code is still to come; null when the user may not work here (any more). */
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
    select ${stored(challenge)}, tenant_id, user_id, ${passwordHash}, now() + ${LIFETIME}::interval
    from login where tenant_id = ${tenantId} and user_id = ${userId} for key share`.execute(db);
  return challenge;
}

/** A login whose password was right. */
export interface Challenged extends LoginRow {
  readonly loginName: string;
  /** Too many codes were tried for it lately, from wherever, and no one signed in from here before. */
  readonly guessed: boolean;
}

/**
 * Whom a challenge is for; one try of its five is used up, unless the login is being guessed at: then nothing counts, so
 * no one can prolong it. Null when it is over, or its password is not the user's any more.
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
    where c.challenge_hash = ${stored(challenge)} and c.expires_at > now() and c.tries < ${MOST_TRIES}
      and l.totp_secret is not null and ${isReadable}`.execute(db);
  const [found] = rows;
  if (found === undefined) return null;
  // Of many at once that found it open, as many as it has tries use one up.
  const { rows: used } = await sql`
    update login_challenge set tries = tries + ${found.guessed ? 0 : 1}
    where challenge_hash = ${stored(challenge)} and tries < ${MOST_TRIES} returning tries`.execute(
    db,
  );
  return used.length === 0 ? null : found;
}

export async function endChallenge(db: Kysely<Database>, challenge: string): Promise<void> {
  await sql`delete from login_challenge where challenge_hash = ${stored(challenge)}`.execute(db);
}
