import { tenantTable } from '@tradehouse/contract';
import type { InputOf, ReplyOf, TenantChanges, TenantFields } from '@tradehouse/contract';
import type { addTenant, tenantFunctions, tenantInfo } from '@tradehouse/contract';
import type { LogAction } from '@tradehouse/contract';
import { createTenantIn, holderOfName } from '@tradehouse/database';
import type { Database, SeedLanguage } from '@tradehouse/database';
import { usualDigits, usualSign } from '@tradehouse/domain';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { bindTable } from '../../kernel/table/index.ts';
import { logChange, refuseStale, rightsChanged } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { endSessionsWhere, refuseLoginName, resetLogin } from '../session/index.ts';

import { planNameSql, refuseUnknownZone } from '../system/index.ts';
import { holdUsers } from '../identity/index.ts';
import { inCompany } from './company.ts';
import { planRow } from './plans.ts';

type TenantRow = Selectable<Database['tenant']>;

/** Everything but the platform's own people. */
export const tenantRows = bindTable(tenantTable, ({ tx, language }) =>
  tx
    .selectFrom('tenant')
    .where('sort', '=', 'company')
    .select([
      'id',
      'version',
      'owner_login as loginName',
      'name',
      // Users are isolated per company; each has a login, and logins are not isolated.
      sql<number>`(select count(*)::int from login where login.tenant_id = tenant.id)`.as('users'),
      'user_limit as userLimit',
      sql<string>`case when function_urls is null then 'all' else 'some' end`.as('functions'),
      sql<string>`(select ${planNameSql(language)} from plan p where p.code = tenant.plan)`.as(
        'plan',
      ),
      'enabled',
      'created_at as createTime',
      'expires_at as expireTime',
      'remark',
      'code',
    ]),
);

/** Returns the company; refuses unknown ids and the platform itself. */
export async function companyRow({ tx }: Context, id: string, lock = false): Promise<TenantRow> {
  const query = tx
    .selectFrom('tenant')
    .selectAll()
    .where('id', '=', id)
    .where('sort', '=', 'company');
  return orRefuseMissing(await (lock ? query.forUpdate() : query).executeTakeFirst());
}

const toTenantInstant = (value: unknown): string | null =>
  value === null || value === undefined ? null : new Date(String(value)).toISOString();

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
    expireTime: toTenantInstant(row.expires_at),
    functionUrls: row.function_urls,
    remark: row.remark,
    enabled: row.enabled,
  };
}

/** Returns true if the login name exists in the installation. */
export const isLoginTaken = async ({ tx }: Context, name: string): Promise<boolean> =>
  (await holderOfName(tx, name, 'asked')) !== null;

/** Creates a company ready for a first document. `stored` is the hash of the owner's first password. */
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
  const chosen = await planRow(context, plan ?? 'free');
  const created = await createTenantIn(context.tx, {
    code: loginName,
    name,
    plan: chosen.code,
    expiresAt: expireTime ?? null,
    functionUrls: functionUrls ?? null,
    remark: remark ?? '',
    language,
    settings: {
      ...(currency === undefined ? {} : toMoneyColumns(currency, language)),
      ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    },
    samples,
    userLimit: userLimit ?? chosen.user_limit,
    owner: { loginName, name: loginName, passwordHash: stored, mustChange: true },
  });
  // The new company is created under its own isolation.
  const row = await inCompany(context, context.tenantId, () =>
    companyRow(context, created.tenantId),
  );
  logChange(context, {
    action: 'add',
    subject: 'tenant',
    subjectId: row.id,
    number: loginName,
    after: row,
  });
  return { id: row.id, version: row.version };
}

const toMoneyColumns = (currency: string, language: SeedLanguage) => ({
  currency,
  currency_symbol: usualSign(currency, language),
  currency_digits: usualDigits(currency),
});

/**
 * A company's code is the owner's login name; a company restored beside another may use a name only for the
 * code.
 */
async function refuseTakenCode({ tx }: Context, code: string): Promise<void> {
  const taken = await tx
    .selectFrom('tenant')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirst();
  if (taken !== undefined) refuseWith('name.taken', { name: code }, { field: 'loginName' });
}

/** Requires pages available to companies: menu pages that are not the platform's own. */
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
    refuseWith('request.field', { field: 'functionUrls' }, { field: 'functionUrls' });
}

/**
 * Changes the given fields. Refuses a typed number of users below the active users. A chosen plan brings its
 * own number: users above the number stay, and none is added.
 */
export async function updateCompany(
  context: Context,
  changes: TenantChanges,
): Promise<{ readonly id: string; readonly version: number }> {
  const before = await companyRow(context, changes.id, true);
  if (before.version !== changes.version)
    await refuseStale(context, 'tenant', before.id, before.version);
  await refuseUnknownPages(context, changes.functionUrls);
  const chosen =
    changes.plan === undefined || changes.plan === before.plan
      ? null
      : await planRow(context, changes.plan);
  if (changes.userLimit !== undefined && changes.userLimit < before.user_limit)
    await refuseBelowUsers(context, before.id, changes.userLimit);
  const after = await updateTenantColumns(context, before, {
    name: changes.name,
    plan: changes.plan,
    user_limit: changes.userLimit ?? chosen?.user_limit,
    expires_at: changes.expireTime,
    function_urls: changes.functionUrls === undefined ? undefined : changes.functionUrls,
    remark: changes.remark,
  });
  logTenantChange(context, 'update', before, after);
  await notifyTenantRightsChanged(context, before.id);
  return { id: after.id, version: after.version };
}

async function refuseBelowUsers(context: Context, id: string, limit: number): Promise<void> {
  const users = await inCompany(context, id, async () => {
    await holdUsers(context, id);
    return enabledUsers(context, id);
  });
  if (limit < users) refuseWith('tenant.limitBelowUsers', { users }, { field: 'userLimit' });
}

/** Counts the enabled users of a company, in a transaction of the company. */
export async function enabledUsers({ tx }: Context, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app_user where tenant_id = ${id} and enabled`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Suspends or reactivates companies, all or none. Sessions of a suspended company end permanently. */
export async function setCompanyStatus(
  context: Context,
  ids: readonly string[],
  enabled: boolean,
): Promise<{ readonly changed: number }> {
  for (const id of ids) {
    const before = await companyRow(context, id, true);
    if (before.enabled === enabled) continue;
    const after = await updateTenantColumns(context, before, { enabled });
    if (!enabled) await endSessionsWhere({ ...context, tenantId: id }, sql`true`);
    logTenantChange(context, enabled ? 'enable' : 'disable', before, after);
    await notifyTenantRightsChanged(context, id);
  }
  return { changed: ids.length };
}

export async function updateTenantColumns(
  { tx }: Context,
  { id, version }: TenantRow,
  columns: Readonly<Record<string, unknown>>,
): Promise<TenantRow> {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  return tx
    .updateTable('tenant')
    .set({ ...Object.fromEntries(given), version: version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function logTenantChange(
  context: Context,
  action: LogAction,
  before: TenantRow,
  after: TenantRow,
): void {
  logChange(context, {
    action,
    subject: 'tenant',
    subjectId: before.id,
    number: before.owner_login,
    before,
    after,
  });
}

/** Makes every process forget the company's sessions at commit. */
export const notifyTenantRightsChanged = (context: Context, tenantId: string): Promise<void> =>
  rightsChanged({ ...context, tenantId });

/**
 * Resets the owner's password to a temporary password that must be replaced, and removes the second factor.
 * The owner's sessions end.
 */
export async function resetOwner(
  context: Context,
  { id }: InputOf<typeof tenantInfo>,
  stored: string,
): Promise<{ readonly loginName: string }> {
  const { owner_login: loginName } = await companyRow(context, id, true);
  await resetLogin({ ...context, tenantId: id }, { login_name: loginName }, stored);
  logChange(context, {
    action: 'resetPassword',
    subject: 'tenant',
    subjectId: id,
    number: loginName,
  });
  await notifyTenantRightsChanged(context, id);
  return { loginName };
}

/** Lists menu groups and pages available to companies, in menu order. */
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
