import type { InputOf, updatePassword } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { EndpointCall, SharedThrottle } from '../../kernel/http/index.ts';
import { throttleGuess } from './guess.ts';
import { refuseGuessable } from './guessable.ts';
import { verifyPassword, hashPassword } from './password.ts';
import { endUserSessions } from './sessionRows.ts';

/**
 * Sets a new password and ends the user's further sessions, including views through another user's eyes.
 * Hashing runs outside the transaction. Guessing with a stolen token is no faster than at sign-in.
 */
export async function changePassword(
  db: Kysely<Database>,
  guesses: SharedThrottle,
  { userId, oldpassword, password }: InputOf<typeof updatePassword>,
  { scope, tokenHash, transact }: EndpointCall,
): Promise<Record<string, never>> {
  if (userId !== scope.userId) refuseWith('record.missing');
  const right = await throttleGuess(guesses, scope);
  const login = await db
    .selectFrom('login as l')
    .innerJoin('tenant as t', 't.id', 'l.tenant_id')
    .select(['l.login_name as loginName', 'l.password_hash as stored', 't.name as companyName'])
    .where('l.tenant_id', '=', scope.tenantId)
    .where('l.user_id', '=', scope.userId)
    .executeTakeFirst();
  const { loginName, stored, companyName } = orRefuseMissing(login);
  if (!(await verifyPassword(stored, oldpassword)))
    refuseWith('password.wrong', {}, { field: 'oldpassword' });
  await right();
  if (oldpassword === password) refuseWith('password.unchanged', {}, { field: 'password' });
  await refuseGuessable(password, loginName, companyName);
  const hash = await hashPassword(password);
  return transact(async (context) => {
    const { tx, tenantId } = context;
    // The update requires the compared password: of two concurrent changes the second starts again.
    const { numUpdatedRows } = await tx
      .updateTable('login')
      .set({ password_hash: hash, must_change: false, password_since: sql`now()` })
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('password_hash', '=', stored)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) refuseWith('password.wrong', {}, { field: 'oldpassword' });
    await endUserSessions(context, userId, sql`token_hash <> ${Buffer.from(tokenHash, 'hex')}`);
    logChange(context, {
      action: 'changePassword',
      subject: 'app_user',
      subjectId: userId,
      number: loginName,
    });
    return {};
  });
}
