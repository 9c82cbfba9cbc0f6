import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTenant, isReadable, networkOf } from '../../kernel/index.ts';
import type { Knock } from '../../kernel/index.ts';
import type { Known } from './openSession.ts';

/** What is kept of a login name. */
export interface LoginRow extends Known {
  readonly passwordHash: string;
  /** Is a code asked for after the password? */
  readonly secondFactor: boolean;
  /** Has its owner signed in from this source before? */
  readonly knownHere: boolean;
  /** Too many failures lately, and no one signed in from here before. */
  readonly locked: boolean;
  /** A first or reset password whose days are over. */
  readonly outdated: boolean;
}

const FIRST_PASSWORD_LASTS = '3 days';

/** Did the owner of `login l` sign in from this source before? */
export const isKnownHere = ({ address }: Knock): RawBuilder<boolean> =>
  sql`(${networkOf(address)} = any(l.known_sources))`;

/**
 * What is told of `login l join tenant t` to a source. The platform's people are never shut out by others' failures:
 * there is no one above them who could let them in.
 */
export const loginColumns = (knock: Knock): RawBuilder<LoginRow> => {
  const knownHere = isKnownHere(knock);
  return sql`
    l.tenant_id as "tenantId", l.user_id as "userId", l.password_hash as "passwordHash",
    l.totp_secret is not null as "secondFactor", ${knownHere} as "knownHere",
    l.locked_until is not null and l.locked_until > now() and t.sort <> 'platform' and not ${knownHere} as locked,
    l.must_change and l.password_since < now() - ${FIRST_PASSWORD_LASTS}::interval as outdated`;
};

/** The login of this name, null where no one has it or its company is off or long over. */
export async function loginOf(
  db: Kysely<Database>,
  loginName: string,
  knock: Knock,
): Promise<LoginRow | null> {
  const { rows } = await sql<LoginRow>`
    select ${loginColumns(knock)} from login l join tenant t on t.id = l.tenant_id
    where l.login_name = ${loginName} and ${isReadable}`.execute(db);
  return rows[0] ?? null;
}

const NO_ONE: Known = { tenantId: '0', userId: '0' };

/**
 * Every process counts here, so a guesser gains nothing by asking several: from twenty failures on each one locks for a
 * minute, then two, at most three; what comes meanwhile counts for nothing, so no one can prolong a lock. What is
 * counted stands in the company's log. The same is done for no one (null), without waiting for the disk, or the time it
 * takes would tell which names exist and which passwords are right.
 */
export function countFailure(
  db: Kysely<Database>,
  failed: Known | null,
  { address }: Knock,
): Promise<void> {
  const { tenantId, userId } = failed ?? NO_ONE;
  return inTenant(db, tenantId, 'begin', async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx);
    const open = sql`
      tenant_id = ${tenantId} and user_id = ${userId} and (locked_until is null or locked_until <= now())`;
    const { rows } = await sql<{ login_name: string; failures: number }>`
      update login set failures = failures + 1 where ${open} returning login_name, failures`.execute(
      tx,
    );
    const minutes = Math.min(Math.max((rows[0]?.failures ?? 0) - 19, 1), 3);
    await sql`
      update login set locked_until = now() + ${minutes} * interval '1 minute'
      where ${open} and failures >= 20`.execute(tx);
    await sql`
      insert into audit_log (tenant_id, user_id, action, subject, subject_id, number, address)
      select ${tenantId}::bigint, ${userId}::bigint, 'loginFailed', 'session', ${userId}, name, ${address}
      from unnest(${rows.map(({ login_name: name }) => name)}::text[]) as name
      returning id`.execute(tx);
  });
}
