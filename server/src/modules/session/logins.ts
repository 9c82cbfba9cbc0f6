import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { isReadable } from '../../kernel/access/index.ts';
import { networkOf } from '../../kernel/http/index.ts';
import { inTenant, logRowsSql } from '../../kernel/tx/index.ts';
import type { Knock } from '../../kernel/http/index.ts';
import type { ProvenUser } from './openSession.ts';

export interface LoginRow extends ProvenUser {
  readonly passwordHash: string;
  /** Is a code asked for after the password? */
  readonly secondFactor: boolean;
  /** True if the owner has signed in from this source before. */
  readonly knownHere: boolean;
  /** True after too many recent failures, for an unknown source. */
  readonly locked: boolean;
  /** True for an expired first or reset password. */
  readonly outdated: boolean;
}

const FIRST_PASSWORD_LASTS = '3 days';

/** Did the owner of `login l` sign in from this source before? */
export const isKnownHere = ({ address }: Knock): RawBuilder<boolean> =>
  sql`(${networkOf(address)} = any(l.known_sources))`;

/**
 * Columns of `login l join tenant t` for a source. Accounts of platform administrators are never locked by
 * failures of unknown sources, because they have no superior.
 */
export const loginColumns = (knock: Knock): RawBuilder<LoginRow> => {
  const knownHere = isKnownHere(knock);
  return sql`
    l.tenant_id as "tenantId", l.user_id as "userId", l.password_hash as "passwordHash",
    l.totp_secret is not null as "secondFactor", ${knownHere} as "knownHere",
    l.locked_until is not null and l.locked_until > now() and t.sort <> 'platform' and not ${knownHere} as locked,
    l.must_change and l.password_since < now() - ${FIRST_PASSWORD_LASTS}::interval as outdated`;
};

/** Finds the login of a name; null if unknown, or the company is off or long expired. */
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

const NO_ONE: ProvenUser = { tenantId: '0', userId: '0' };

/**
 * Counts a failure across all processes, therefore spreading guesses gains nothing. From twenty failures on
 * each locks for a minute, then two, at most three; attempts during a lock count for nothing, therefore
 * no one can prolong a lock. Counted failures appear in the company's log. Unknown names (null) take the
 * equal path, without waiting for the disk: the duration would reveal existing names and right passwords.
 */
export function countFailure(
  db: Kysely<Database>,
  failed: ProvenUser | null,
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
    const failures = rows.map(
      ({ login_name: number }) =>
        ({ action: 'loginFailed', subject: 'session', subjectId: userId, number }) as const,
    );
    const logged = logRowsSql({ tenantId, scope: { userId }, address }, failures);
    await (failures.length > 0 ? logged : sql`select`).execute(tx);
  });
}
