import type { InputOf, ReplyOf, resetPassword } from '@tradehouse/contract';
import { users } from '@tradehouse/contract';
import { holderOfName, insertLogin } from '@tradehouse/database';
import type { Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { resourceEngine } from '../../kernel/table/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { EndpointCall, Throttle } from '../../kernel/http/index.ts';
import { hashPasswordFor, refuseGuessable, refuseLoginName, resetLogin } from '../session/index.ts';
import { resetValue } from './passwords.ts';
import type { UserFirstPassword } from './passwords.ts';
import { requireScopeWithinOwn } from './reach.ts';
import { userWriter } from './users.ts';

export const userEngine = resourceEngine(users, userWriter);

/** Budget of a company for name checks, and for additions refused as taken. */
export interface NameBudget {
  readonly asked: Throttle;
  readonly refused: Throttle;
}

/** Returns true if a login name is taken. The budget stops probing other companies' names. */
export async function isNameTaken(
  { asked: names }: NameBudget,
  { id, name }: InputOf<typeof users.nameExists>,
  { scope: { tenantId }, read }: EndpointCall,
): Promise<ReplyOf<typeof users.nameExists>> {
  if (names.isShut(tenantId)) refuseWith('request.tooMany');
  names.tried(tenantId);
  return read(async (context) => ({ status: await loginExists(context, name, id) }));
}

/** Adds a user with their login. The password, chosen or drawn, only opens the setting of another. */
export async function addUser(
  db: Kysely<Database>,
  { refused: names }: NameBudget,
  { password, ...fields }: InputOf<typeof users.add>,
  call: EndpointCall,
): Promise<ReplyOf<typeof users.add>> {
  const company = call.scope.tenantId;
  if (names.isShut(company)) refuseWith('request.tooMany');
  if (password !== undefined)
    await refuseGuessable(password, fields.loginName, await readCompanyName(db, company));
  const first: UserFirstPassword =
    password === undefined
      ? await resetValue(db, company)
      : { hash: await hashPasswordFor(company, password), shown: null };
  // A retry returns the first response without the password, shown once and never stored.
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

async function readCompanyName(db: Kysely<Database>, company: string): Promise<string> {
  const tenant = db.selectFrom('tenant').select('name').where('id', '=', company);
  return (await tenant.executeTakeFirstOrThrow()).name;
}

/** Login names are unique platform-wide, so the query leaves the company's isolation. */
async function loginExists(
  { tx, tenantId }: Context,
  loginName: string,
  exceptUser: string | undefined,
): Promise<boolean> {
  const holder = await holderOfName(tx, loginName, 'asked');
  return holder !== null && (holder.tenantId !== tenantId || holder.userId !== exceptUser);
}

/**
 * Sets the reset password; ends second factor and sessions. Signing in then only allows setting a new
 * password.
 */
export async function resetUserPassword(
  db: Kysely<Database>,
  { id }: InputOf<typeof resetPassword>,
  { scope: { tenantId: company }, transact }: EndpointCall,
): Promise<ReplyOf<typeof resetPassword>> {
  const first = await resetValue(db, company);
  let shown: string | null = null;
  await transact(async (context) => {
    ({ shown } = first);
    if (id === context.scope.userId) refuseWith('user.self');
    await requireScopeWithinOwn(context, id);
    const number = await resetLogin(context, { user_id: id }, first.hash);
    context.journal.rightsChanged = true;
    logChange(context, {
      action: 'resetPassword',
      subject: 'app_user',
      subjectId: id,
      number,
    });
    return {};
  });
  return { password: shown };
}
