import { tenantTable } from '@tradehouse/contract';
import type { InputOf, ReplyOf, TenantChanges, TenantFields } from '@tradehouse/contract';
import type { addTenant, tenantFunctions, tenantInfo } from '@tradehouse/contract';
import type { LogAction } from '@tradehouse/contract';
import { createTenantIn, holderOfName } from '@tradehouse/database';
import type { Database, Language } from '@tradehouse/database';
import { usualDigits, usualSign } from '@tradehouse/domain';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { log, found, refuse, refuseStale, rightsChanged, source } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { clearSecondFactor, refuseLoginName } from '../session/index.ts';

import { refuseUnknownZone } from '../system/index.ts';
import { holdUsers } from '../identity/index.ts';
import { inCompany } from './company.ts';

type Tenant = Selectable<Database['tenant']>;

/** Everything but the platform's own people. */
export const tenantRows = source(tenantTable, ({ tx }) =>
  tx
    .selectFrom('tenant')
    .where('sort', '=', 'company')
    .select([
      'id',
      'version',
      'owner_login as loginName',
      'name',
      // Users lie behind the company's walls; each has one login, and logins lie outside.
      sql<number>`(select count(*)::int from login where login.tenant_id = tenant.id)`.as('users'),
      'user_limit as userLimit',
      sql<string>`case when function_urls is null then 'all' else 'some' end`.as('functions'),
      'plan',
      'enabled',
      'created_at as createTime',
      'expires_at as expireTime',
      'remark',
      'code',
    ]),
);

/** The company; refuses what is none, the platform itself too. */
export async function companyRow({ tx }: Context, id: string, lock = false): Promise<Tenant> {
  const query = tx
    .selectFrom('tenant')
    .selectAll()
    .where('id', '=', id)
    .where('sort', '=', 'company');
  return found(await (lock ? query.forUpdate() : query).executeTakeFirst());
}

const instant = (value: unknown): string | null =>
  value === null || value === undefined ? null : new Date(String(value)).toISOString();

/** A company as the platform's people see it. */
export async function companyInfo(
  context: Context,
  id: string,
): Promise<ReplyOf<typeof tenantInfo>> {
  const row = await companyRow(context, id);
  return {
    id: row.id,
    version: row.version,
    code: row.code,
    loginName: row.owner_login,
    name: row.name,
    plan: row.plan,
    userLimit: row.user_limit,
    expireTime: instant(row.expires_at),
    functionUrls: row.function_urls,
    remark: row.remark,
    enabled: row.enabled,
  };
}

/** Is somebody of the installation called so? */
export const isLoginTaken = async ({ tx }: Context, name: string): Promise<boolean> =>
  (await holderOfName(tx, name, 'asked')) !== null;

/** Makes a company that can write its first document at once. `stored` is what is kept of its owner's first password. */
export async function addCompany(
  context: Context,
  {
    loginName,
    name = loginName,
    functionUrls,
    userLimit,
    plan,
    expireTime,
    remark,
    language = context.language,
    currency,
    timeZone,
    samples = false,
  }: TenantFields,
  stored: string,
): Promise<Omit<ReplyOf<typeof addTenant>, 'password'>> {
  await refuseLoginName(context.tx, loginName);
  await refuseTakenCode(context, loginName);
  await refuseUnknownPages(context, functionUrls);
  await refuseUnknownZone(context, timeZone);
  const created = await createTenantIn(context.tx, {
    code: loginName,
    name,
    plan: plan ?? 'free',
    expiresAt: expireTime ?? null,
    functionUrls: functionUrls ?? null,
    remark: remark ?? '',
    language,
    settings: {
      ...(currency === undefined ? {} : moneyOf(currency, language)),
      ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    },
    samples,
    ...(userLimit === undefined ? {} : { userLimit }),
    owner: { loginName, name: loginName, passwordHash: stored, mustChange: true },
  });
  // The new company was made inside its own walls.
  const row = await inCompany(context, context.tenantId, () =>
    companyRow(context, created.tenantId),
  );
  log(context, {
    action: 'add',
    subject: 'tenant',
    subjectId: row.id,
    number: loginName,
    after: row,
  });
  return { id: row.id, version: row.version };
}

const moneyOf = (currency: string, language: Language) => ({
  currency,
  currency_symbol: usualSign(currency, language),
  currency_digits: usualDigits(currency),
});

/** A company's code is its owner's login name; one that was restored beside another may have it as its code alone. */
async function refuseTakenCode({ tx }: Context, code: string): Promise<void> {
  const taken = await tx
    .selectFrom('tenant')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirst();
  if (taken !== undefined) refuse('name.taken', { name: code }, { field: 'loginName' });
}

/** Only what companies can have at all: a page of the menu that is not the platform's own. */
async function refuseUnknownPages(
  { tx }: Context,
  urls: readonly string[] | null | undefined,
): Promise<void> {
  if (urls === null || urls === undefined) return;
  const { rows } = await sql<{ url: string }>`
    select wanted as url from unnest(${urls}::text[]) as wanted
    where not exists (select from function where url = wanted and not platform_only)
    limit 1`.execute(tx);
  if (rows.length > 0)
    refuse('request.field', { field: 'functionUrls' }, { field: 'functionUrls' });
}

/** Changes what is given. No limit lies below the users who may sign in already. */
export async function updateCompany(
  context: Context,
  changes: TenantChanges,
): Promise<{ readonly id: string; readonly version: number }> {
  const before = await companyRow(context, changes.id, true);
  if (before.version !== changes.version)
    await refuseStale(context, 'tenant', before.id, before.version);
  await refuseUnknownPages(context, changes.functionUrls);
  if (changes.userLimit !== undefined && changes.userLimit < before.user_limit)
    await refuseBelowUsers(context, before.id, changes.userLimit);
  const after = await write(context, before, {
    name: changes.name,
    plan: changes.plan,
    user_limit: changes.userLimit,
    expires_at: changes.expireTime,
    function_urls: changes.functionUrls === undefined ? undefined : changes.functionUrls,
    remark: changes.remark,
  });
  settle(context, 'update', before, after);
  await rightsOf(context, before.id);
  return { id: after.id, version: after.version };
}

async function refuseBelowUsers(context: Context, id: string, limit: number): Promise<void> {
  const users = await inCompany(context, id, async () => {
    await holdUsers(context, id);
    return enabledUsers(context, id);
  });
  if (limit < users) refuse('tenant.limitBelowUsers', { users }, { field: 'userLimit' });
}

/** How many may sign in. Asked from within the company's walls. */
export async function enabledUsers({ tx }: Context, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app_user where tenant_id = ${id} and enabled`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Suspends or frees companies: all or none. The sessions of a suspended one are gone for good. */
export async function setCompanyStatus(
  context: Context,
  ids: readonly string[],
  enabled: boolean,
): Promise<{ readonly changed: number }> {
  for (const id of ids) {
    const before = await companyRow(context, id, true);
    if (before.enabled === enabled) continue;
    const after = await write(context, before, { enabled });
    if (!enabled) await context.tx.deleteFrom('session').where('tenant_id', '=', id).execute();
    settle(context, enabled ? 'enable' : 'disable', before, after);
    await rightsOf(context, id);
  }
  return { changed: ids.length };
}

async function write(
  { tx }: Context,
  { id, version }: Tenant,
  columns: Readonly<Record<string, unknown>>,
): Promise<Tenant> {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  return tx
    .updateTable('tenant')
    .set({ ...Object.fromEntries(given), version: version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function settle(context: Context, action: LogAction, before: Tenant, after: Tenant): void {
  log(context, {
    action,
    subject: 'tenant',
    subjectId: before.id,
    number: before.owner_login,
    before,
    after,
  });
}

/** With the commit every process forgets what it knew of this company's sessions. */
const rightsOf = (context: Context, tenantId: string): Promise<void> =>
  rightsChanged({ ...context, tenantId });

/**
 * Gives the owner a password that only lets them set another, and takes their second factor away; who is signed in as
 * them is signed out.
 */
export async function resetOwner(
  context: Context,
  { id }: InputOf<typeof tenantInfo>,
  stored: string,
): Promise<{ readonly loginName: string }> {
  const { owner_login: loginName } = await companyRow(context, id, true);
  const login = await context.tx
    .updateTable('login')
    .set({
      password_hash: stored,
      must_change: true,
      password_since: sql`now()`,
      failures: 0,
      locked_until: null,
    })
    .where('login_name', '=', loginName)
    .where('tenant_id', '=', id)
    .returning('user_id')
    .executeTakeFirst();
  const { user_id: ownerId } = found(login);
  await clearSecondFactor({ ...context, tenantId: id }, ownerId);
  await sql`
    delete from session
    where tenant_id = ${id} and (user_id = ${ownerId} or viewer_id = ${ownerId})`.execute(
    context.tx,
  );
  log(context, { action: 'resetPassword', subject: 'tenant', subjectId: id, number: loginName });
  await rightsOf(context, id);
  return { loginName };
}

/** Groups and pages of the menu that companies can have, in its order. */
export async function grantableFunctions({
  tx,
  language,
}: Context): Promise<ReplyOf<typeof tenantFunctions>> {
  const rows = await tx
    .selectFrom('function')
    .where('platform_only', '=', false)
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('number')
    .select(['number', 'parent_number as parent', 'name_zh', 'name_en', 'url'])
    .execute();
  return rows.map(({ number, parent, name_zh, name_en, url }) => ({
    number,
    parent,
    text: language === 'en' ? name_en : name_zh,
    url,
  }));
}
