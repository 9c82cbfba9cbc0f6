import type { InputOf, ReplyOf, resetPassword } from '@tradehouse/contract';
import { users } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { audit, found, refuse, resourceEngine } from '../../kernel/index.ts';
import type { Call, Context } from '../../kernel/index.ts';
import { clearSecondFactor, hashPasswordFor, refuseGuessable } from '../session/index.ts';
import { resetValue } from './passwords.ts';
import type { FirstPassword } from './passwords.ts';
import { reached } from './reach.ts';
import { endSessions, userWriter } from './users.ts';

export const userEngine = resourceEngine(users, userWriter);

/** Adds a user with their login. The password, chosen or drawn, only opens the setting of another. */
export async function addUser(
  db: Kysely<Database>,
  { password, ...fields }: InputOf<typeof users.add>,
  { scope: { tenantId: company }, transact }: Call,
): Promise<ReplyOf<typeof users.add>> {
  if (password !== undefined) refuseGuessable(password, fields.loginName);
  const first: FirstPassword =
    password === undefined
      ? await resetValue(db, company)
      : { hash: await hashPasswordFor(company, password), shown: null };
  // A repeated request gets its first answer, but not the password, which is not kept: it is shown once.
  let shown: string | null = null;
  const saved = await transact(async (context) => {
    ({ shown } = first);
    const { tx, tenantId } = context;
    await refuseTaken(context, fields.loginName);
    const user = await userEngine.add(context, fields);
    await tx
      .insertInto('login')
      .values({
        login_name: fields.loginName,
        tenant_id: tenantId,
        user_id: user.id,
        password_hash: first.hash,
        must_change: true,
      })
      .execute();
    return user;
  });
  return { ...saved, password: shown };
}

async function refuseTaken(context: Context, loginName: string): Promise<void> {
  if (await loginExists(context, loginName, undefined))
    refuse('login.taken', {}, { field: 'loginName' });
}

/** Login names are those of the whole platform, so the question is asked beyond the company's wall. */
export async function loginExists(
  { tx, tenantId }: Context,
  loginName: string,
  exceptUser: string | undefined,
): Promise<boolean> {
  const taken = await tx
    .selectFrom('login')
    .where('login_name', '=', loginName)
    .select(['tenant_id', 'user_id'])
    .executeTakeFirst();
  if (taken === undefined) return false;
  return taken.tenant_id !== tenantId || taken.user_id !== exceptUser;
}

/**
 * Sets the reset value; the user's second factor and sessions end, and all it opens is the setting of a password of
 * their own.
 */
export async function resetUserPassword(
  db: Kysely<Database>,
  { id }: InputOf<typeof resetPassword>,
  { scope: { tenantId: company }, transact }: Call,
): Promise<ReplyOf<typeof resetPassword>> {
  const first = await resetValue(db, company);
  let shown: string | null = null;
  await transact(async (context) => {
    ({ shown } = first);
    const { tx, tenantId, scope } = context;
    if (id === scope.userId) refuse('user.self');
    await reached(context, id);
    const login = await tx
      .updateTable('login')
      .set({
        password_hash: first.hash,
        must_change: true,
        password_since: sql`now()`,
        failures: 0,
        locked_until: null,
      })
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', id)
      .returning('login_name')
      .executeTakeFirst();
    await clearSecondFactor(context, id);
    await endSessions(context, id);
    context.journal.rightsChanged = true;
    audit(context, {
      action: 'resetPassword',
      subject: 'app_user',
      subjectId: id,
      number: found(login).login_name,
    });
    return {};
  });
  return { password: shown };
}
