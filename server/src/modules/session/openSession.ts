import type { ReplyOf, login } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { TOKEN_DAYS, hashOf, inTenant, newToken } from '../../kernel/index.ts';
import type { Knock } from '../../kernel/index.ts';
import { sessionUser } from './sessionUser.ts';

/** A user whose identity is proven. */
export interface Known {
  readonly tenantId: string;
  readonly userId: string;
}

export type SignedIn = ReplyOf<typeof login>;

/** Opens a session; null when the user may not work here (any more). */
export function openSession(
  db: Kysely<Database>,
  { tenantId, userId }: Known,
  { address, client }: Knock,
): Promise<SignedIn | null> {
  const token = newToken();
  return inTenant(db, tenantId, 'begin', async (tx) => {
    const user = await sessionUser(tx, tenantId, userId);
    if (user === null) return null;
    await sql`
      with signed_in as (
        update login set failures = 0, locked_until = null
        where tenant_id = ${tenantId} and user_id = ${userId} and (failures > 0 or locked_until is not null)
      ), expired as (
        delete from session where tenant_id = ${tenantId} and user_id = ${userId} and expires_at < now()
      ), logged as (
        insert into audit_log (tenant_id, user_id, action, subject, subject_id, number, address)
        values (${tenantId}, ${userId}, 'login', 'session', ${userId}, ${user.loginName}, ${address})
      )
      insert into session (token_hash, tenant_id, user_id, address, client, expires_at)
      values (${Buffer.from(hashOf(token), 'hex')}, ${tenantId}, ${userId}, ${address}, ${client},
        now() + ${TOKEN_DAYS} * interval '1 day')`.execute(tx);
    return { token, user };
  });
}
