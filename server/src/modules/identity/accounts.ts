import type { InputOf, ReplyOf, resetPassword } from '@tradehouse/contract';
import { users } from '@tradehouse/contract';
import { holderOfName, insertLogin } from '@tradehouse/database';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { log, found, refuse, resourceEngine } from '../../kernel/index.ts';
import type { Call, Context, Throttle } from '../../kernel/index.ts';
import {
  clearSecondFactor,
  hashPasswordFor,
  refuseGuessable,
  refuseLoginName,
} from '../session/index.ts';
import { resetValue } from './passwords.ts';
import type { FirstPassword } from './passwords.ts';
import { reached } from './reach.ts';
import { endSessions, userWriter } from './users.ts';

export const userEngine = resourceEngine(users, userWriter);

/** How often a company may ask for names, and be told at an addition that one is taken. */
export interface NameBudget {
  readonly asked: Throttle;
  readonly refused: Throttle;
}

/** Is a login name taken? A company asks so often and no more: those of the others are not for trying out. */
export async function isNameTaken(
  { asked: names }: NameBudget,
  { id, name }: InputOf<typeof users.nameExists>,
  { scope: { tenantId }, read }: Call,
): Promise<ReplyOf<typeof users.nameExists>> {
  if (names.isShut(tenantId)) refuse('request.tooMany');
  names.tried(tenantId);
  return read(async (context) => ({ status: await loginExists(context, name, id) }));
}

/** Adds a user with their login. The password, chosen or drawn, only opens the setting of another. */
export async function addUser(
  db: Kysely<Database>,
  { refused: names }: NameBudget,
  { password, ...fields }: InputOf<typeof users.add>,
  call: Call,
): Promise<ReplyOf<typeof users.add>> {
  const company = call.scope.tenantId;
  if (names.isShut(company)) refuse('request.tooMany');
  if (password !== undefined)
    await refuseGuessable(password, fields.loginName, await nameOf(db, company));
  const first: FirstPassword =
    password === undefined
      ? await resetValue(db, company)
      : { hash: await hashPasswordFor(company, password), shown: null };
  // A repeated request gets its first answer, but not the password, which is not kept: it is shown once.
  let shown: string | null = null;
  const saved = await call.transact(async (context) => {
    ({ shown } = first);
    const { tx, tenantId } = context;
    await refuseLoginName(tx, fields.loginName).catch((error: unknown) => {
      names.tried(company);
      throw error;
    });
    const user = await userEngine.add(context, fields);
    const login = { tenantId, userId: user.id, loginName: fields.loginName };
    await insertLogin(tx, { ...login, passwordHash: first.hash, mustChange: true });
    return user;
  });
  return { ...saved, password: shown };
}

async function nameOf(db: Kysely<Database>, company: string): Promise<string> {
  const tenant = db.selectFrom('tenant').select('name').where('id', '=', company);
  return (await tenant.executeTakeFirstOrThrow()).name;
}

/** Login names are those of the whole platform, so the question is asked beyond the company's wall. */
async function loginExists(
  { tx, tenantId }: Context,
  loginName: string,
  exceptUser: string | undefined,
): Promise<boolean> {
  const holder = await holderOfName(tx, loginName, 'asked');
  return holder !== null && (holder.tenantId !== tenantId || holder.userId !== exceptUser);
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
    log(context, {
      action: 'resetPassword',
      subject: 'app_user',
      subjectId: id,
      number: found(login).login_name,
    });
    return {};
  });
  return { password: shown };
}
