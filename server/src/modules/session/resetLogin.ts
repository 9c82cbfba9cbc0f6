import { sql } from 'kysely';
import { orRefuseMissing } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { clearSecondFactor } from './secondFactor.ts';
import { endUserSessions } from './sessionRows.ts';

/**
 * Replaces a user's password by one that only admits setting another, removes the second factor and ends the
 * user's sessions. Returns the login name.
 */
export async function resetLogin(
  context: Context,
  whose: { readonly user_id: string } | { readonly login_name: string },
  passwordHash: string,
): Promise<string> {
  const { tx, tenantId } = context;
  const login = await tx
    .updateTable('login')
    .set({
      password_hash: passwordHash,
      must_change: true,
      password_since: sql`now()`,
      failures: 0,
      locked_until: null,
    })
    .where(({ and }) => and({ tenant_id: tenantId, ...whose }))
    .returning(['user_id as userId', 'login_name as loginName'])
    .executeTakeFirst();
  const { userId, loginName } = orRefuseMissing(login);
  await clearSecondFactor(context, userId);
  await endUserSessions(context, userId);
  return loginName;
}
