import type { InputOf, updatePassword } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { log, found, refuse } from '../../kernel/index.ts';
import type { Call, SharedThrottle } from '../../kernel/index.ts';
import { guess } from './guess.ts';
import { refuseGuessable } from './guessable.ts';
import { fits, hashPassword } from './password.ts';

/**
 * Sets a new password and ends the user's other sessions, also those that look through others' eyes. The hashing
 * happens outside the transaction. Anyone who holds a token that isn't theirs guesses no faster here than at the door.
 */
export async function changePassword(
  db: Kysely<Database>,
  guesses: SharedThrottle,
  { userId, oldpassword, password }: InputOf<typeof updatePassword>,
  { scope, tokenHash, transact }: Call,
): Promise<Record<string, never>> {
  if (userId !== scope.userId) refuse('record.missing');
  const right = await guess(guesses, scope);
  const login = await db
    .selectFrom('login as l')
    .innerJoin('tenant as t', 't.id', 'l.tenant_id')
    .select(['l.login_name as loginName', 'l.password_hash as stored', 't.name as companyName'])
    .where('l.tenant_id', '=', scope.tenantId)
    .where('l.user_id', '=', scope.userId)
    .executeTakeFirst();
  const { loginName, stored, companyName } = found(login);
  if (!(await fits(stored, oldpassword))) refuse('password.wrong', {}, { field: 'oldpassword' });
  await right();
  if (oldpassword === password) refuse('password.unchanged', {}, { field: 'password' });
  await refuseGuessable(password, loginName, companyName);
  const hash = await hashPassword(password);
  return transact(async (context) => {
    const { tx, tenantId } = context;
    // Only over the password that was just compared: of two changes at once the second starts again.
    const { numUpdatedRows } = await tx
      .updateTable('login')
      .set({ password_hash: hash, must_change: false, password_since: sql`now()` })
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('password_hash', '=', stored)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) refuse('password.wrong', {}, { field: 'oldpassword' });
    await sql`
      delete from session
      where tenant_id = ${tenantId} and (user_id = ${userId} or viewer_id = ${userId})
        and token_hash <> ${Buffer.from(tokenHash, 'hex')}`.execute(tx);
    log(context, {
      action: 'changePassword',
      subject: 'app_user',
      subjectId: userId,
      number: loginName,
    });
    return {};
  });
}
