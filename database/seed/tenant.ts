import { sql } from 'kysely';
import type { Insertable, Kysely, Transaction } from 'kysely';
import type { Database } from '../src/database.generated.ts';
import { seededRoles } from './roles.ts';
import type { SeedLanguage, SeededRoleCode } from './roles.ts';
import { chart, standsUnder } from './chart.ts';
import { insertLogin } from './login.ts';
import { firstRecords } from './firstRecords.ts';

type NewTenantSettings = Omit<Insertable<Database['tenant_setting']>, 'tenant_id'>;

export interface NewTenant {
  /** Unique on the platform. */
  readonly code: string;
  readonly name: string;
  readonly sort?: 'platform' | 'company';
  /** Code of a plan; default unlimited. */
  readonly plan?: string;
  readonly userLimit?: number;
  /** ISO instant; null or absent: no end. */
  readonly expiresAt?: string | null;
  /** Pages available; null or absent: all except platform pages. */
  readonly functionUrls?: readonly string[] | null;
  readonly remark?: string;
  readonly owner: {
    /** Unique on the platform. */
    readonly loginName: string;
    readonly name: string;
    /** Hash compared at sign-in; never the password. */
    readonly passwordHash: string;
    readonly mustChange?: boolean;
  };
  /** Company may be filled with sample data, and emptied again. */
  readonly samples?: boolean;
  /** Language of the first records; default zh-cn. */
  readonly language?: SeedLanguage;
  /** Settings different from the defaults. */
  readonly settings?: NewTenantSettings;
}

export interface CreatedTenant {
  readonly tenantId: string;
  readonly ownerId: string;
  readonly warehouseId: string;
  readonly accountId: string;
  readonly roleIds: Readonly<Record<SeededRoleCode, string>>;
}

/** The id of the company with this code, or null. */
export async function findTenant(db: Kysely<Database>, code: string): Promise<string | null> {
  const tenant = await db
    .selectFrom('tenant')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirst();
  return tenant?.id ?? null;
}

/**
 * Creates a company with owner, settings, a warehouse, a cash account, two units, income and expense items,
 * a chart of ledger accounts and four roles: everything for a first document. All or nothing. Fails with
 * the unique constraint `tenant__code_once` or `login_pkey` if code or login name is taken.
 *
 * @param db connected as the owner (`Migrated.owner`).
 */
export function createTenant(db: Kysely<Database>, tenant: NewTenant): Promise<CreatedTenant> {
  return db.transaction().execute((tx) => createTenantIn(tx, tenant));
}

/** Creates a company in a larger transaction; the transaction then works for the new company. */
export async function createTenantIn(
  tx: Transaction<Database>,
  tenant: NewTenant,
): Promise<CreatedTenant> {
  const tenantId = await insertNewTenant(tx, tenant);
  // Row-level security applies to the owner too. The id comes from the database: only digits.
  await sql.raw(`set local app.tenant_id = '${tenantId}'`).execute(tx);
  await tx
    .insertInto('tenant_setting')
    .values({ company_name: tenant.name, ...tenant.settings, tenant_id: tenantId })
    .execute();
  const ownerId = await insertOwner(tx, tenantId, tenant.owner);
  const language = tenant.language ?? 'zh-cn';
  const roleIds = await insertRoles(tx, tenantId, language);
  const { warehouseId, accountId } = await insertFirstRecords(tx, tenantId, language);
  if (tenant.samples === true)
    await tx.insertInto('sample').values({ tenant_id: tenantId }).execute();
  return { tenantId, ownerId, warehouseId, accountId, roleIds };
}

async function insertNewTenant(tx: Transaction<Database>, tenant: NewTenant): Promise<string> {
  const { id } = await tx
    .insertInto('tenant')
    .values({
      code: tenant.code,
      name: tenant.name,
      sort: tenant.sort ?? 'company',
      owner_login: tenant.owner.loginName,
      plan: tenant.plan ?? 'unlimited',
      expires_at: tenant.expiresAt ?? null,
      function_urls: tenant.functionUrls ? [...tenant.functionUrls] : null,
      remark: tenant.remark ?? '',
      ...(tenant.userLimit === undefined ? {} : { user_limit: tenant.userLimit }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function insertOwner(
  tx: Transaction<Database>,
  tenantId: string,
  { loginName, name, passwordHash, mustChange }: NewTenant['owner'],
): Promise<string> {
  const { id } = await tx
    .insertInto('app_user')
    .values({ tenant_id: tenantId, login_name: loginName, name, owner: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertLogin(tx, {
    tenantId,
    userId: id,
    loginName,
    passwordHash,
    mustChange: mustChange ?? false,
  });
  return id;
}

async function insertRoles(
  tx: Transaction<Database>,
  tenantId: string,
  language: SeedLanguage,
): Promise<Record<SeededRoleCode, string>> {
  const ids: [SeededRoleCode, string][] = [];
  // SAFETY: a constant has exactly the keys of the type.
  for (const code of Object.keys(seededRoles) as SeededRoleCode[]) {
    const role = seededRoles[code];
    const { id } = await tx
      .insertInto('role')
      .values({
        tenant_id: tenantId,
        name: role.name[language],
        type: code,
        data_scope: role.dataScope,
        hidden_amounts: [...role.hiddenAmounts],
        sort: ids.length,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const pages = Object.entries(role.pages).map(([url, buttons]) => ({
      tenant_id: tenantId,
      role_id: id,
      function_url: url,
      buttons: [...buttons],
    }));
    await tx.insertInto('role_function').values(pages).execute();
    ids.push([code, id]);
  }
  // SAFETY: every code received an id above.
  return Object.fromEntries(ids) as Record<SeededRoleCode, string>;
}

/** Inserts the initial records of a new company. */
export async function insertFirstRecords(
  tx: Transaction<Database>,
  tenantId: string,
  language: SeedLanguage,
): Promise<{ warehouseId: string; accountId: string }> {
  const { warehouse, account, units, items } = firstRecords[language];
  const ledger = await insertChart(tx, tenantId);
  const under = (name: string) => ({ name, ledger_account_id: ledger(standsUnder[name]) });
  const first = { tenant_id: tenantId, is_default: true };
  const { id: warehouseId } = await tx
    .insertInto('warehouse')
    .values({ ...first, name: warehouse })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: accountId } = await tx
    .insertInto('account')
    .values({ ...first, ...under(account) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('unit')
    .values(units.map((unit) => ({ ...unit, tenant_id: tenantId })))
    .execute();
  await tx
    .insertInto('in_out_item')
    .values(
      items.map(({ type, name }, sort) => ({ type, ...under(name), sort, tenant_id: tenantId })),
    )
    .execute();
  return { warehouseId, accountId };
}

/**
 * Renames unchanged initial records into another language. Goods refer to a group's units by name; a group
 * in use keeps the names.
 */
export async function renameFurniture(
  tx: Transaction<Database>,
  tenantId: string,
  language: SeedLanguage,
): Promise<void> {
  const is = firstRecords[language];
  // Writers of goods lock the group: after this lock all goods are visible.
  await sql`select from unit where tenant_id = ${tenantId} for update`.execute(tx);
  // SAFETY: a constant has exactly the keys of the type.
  for (const other of Object.keys(firstRecords) as SeedLanguage[]) {
    if (other === language) continue;
    const was = firstRecords[other];
    for (const { name } of Object.values(seededRoles))
      await renameFirstRecord(
        tx,
        tenantId,
        'role',
        { name: name[other] },
        { name: name[language] },
      );
    await sql`
      update tenant_setting set company_name = ${is.demo}, version = version + 1
      where tenant_id = ${tenantId} and company_name = ${was.demo}`.execute(tx);
    await renameFirstRecord(
      tx,
      tenantId,
      'warehouse',
      { name: was.warehouse },
      { name: is.warehouse },
    );
    await renameFirstRecord(tx, tenantId, 'account', { name: was.account }, { name: is.account });
    for (const [at, { name }] of was.items.entries())
      await renameFirstRecord(
        tx,
        tenantId,
        'in_out_item',
        { name },
        { name: is.items[at]?.name ?? name },
      );
    for (const [at, unit] of was.units.entries())
      await renameFirstRecord(tx, tenantId, 'unit', unit, is.units[at] ?? unit);
  }
}

/** Skips a record with a changed name or a taken new name. */
async function renameFirstRecord(
  tx: Transaction<Database>,
  tenantId: string,
  table: 'account' | 'in_out_item' | 'role' | 'unit' | 'warehouse',
  { name }: { readonly name: string },
  words: { readonly name: string },
): Promise<void> {
  const set = Object.entries(words).map(([column, word]) => sql`${sql.ref(column)} = ${word}`);
  const isFree =
    table === 'unit'
      ? sql`not exists (
          select from product where product.tenant_id = ${tenantId} and product.unit_id = unit.id)`
      : sql`true`;
  await sql`
    update ${sql.table(table)} set ${sql.join(set)}, version = version + 1
    where tenant_id = ${tenantId} and name = ${name} and ${isFree} and not exists (
      select from ${sql.table(table)} as named where named.tenant_id = ${tenantId} and named.name = ${words.name})`.execute(
    tx,
  );
}

/** Inserts ledger accounts and posting roles; returns ids by code. */
async function insertChart(
  tx: Transaction<Database>,
  tenantId: string,
): Promise<(code: string | undefined) => string | null> {
  const made = await tx
    .insertInto('ledger_account')
    .values(
      chart.map(({ code, type, zh, en }) => ({
        tenant_id: tenantId,
        code,
        type,
        name: zh,
        english_name: en,
      })),
    )
    .returning(['id', 'code'])
    .execute();
  const ids = new Map(made.map(({ id, code }) => [code, id]));
  const roles = chart.flatMap(({ code, roles: played }) =>
    played.map((role) => ({
      tenant_id: tenantId,
      role,
      ledger_account_id: ids.get(code) ?? '',
    })),
  );
  await tx.insertInto('ledger_role').values(roles).execute();
  return (code) => (code === undefined ? null : (ids.get(code) ?? null));
}
