import type { SettingsFields } from '@tradehouse/contract';
import { findRepeatedPrefix } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { isKnownZone } from '../../kernel/table/index.ts';
import { logChange, refuseStale, rightsMoved } from '../../kernel/tx/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import { requireCurrencyCode } from './currency.ts';
import { refuseUnknownLanding } from './landingPage.ts';

const columnFromSettingName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Objects are stored as JSON. */
const settingToColumn = (value: unknown): unknown =>
  typeof value === 'object' ? JSON.stringify(value) : value;

type TenantSettings = Readonly<Record<string, unknown>> & { readonly version: number };

/**
 * Changes given settings. Refuses a stale version, an unknown time zone, and another currency once
 * documents exist. Refuses with `rights.exceeded` if a caller with only some warehouses or customers ends
 * their granting.
 */
export async function changeSettings(
  context: Context,
  { version, ...fields }: SettingsFields,
): Promise<{ version: number }> {
  const { tx, tenantId, scope } = context;
  await refuseUnknownZone(context, fields.timeZone);
  await refuseUnknownLanding(context, fields.landingUrl);
  const before = orRefuseMissing(await lockTenantSettings(context));
  if (before.version !== version)
    await refuseStale(context, 'tenant_setting', tenantId, before.version);
  refuseOwnLimits(scope, before, fields);
  refuseRepeatedPrefix(fields);
  await refuseOtherCurrency(context, before, fields);
  const sets = Object.entries(fields).map(
    ([name, value]) => sql`${sql.ref(columnFromSettingName(name))} = ${settingToColumn(value)}`,
  );
  const { rows } = await sql<TenantSettings>`
    update tenant_setting set ${sql.join([...sets, sql`version = version + 1`])}
    where tenant_id = ${tenantId} returning *`.execute(tx);
  const after = orRefuseMissing(rows[0]);
  logChange(context, {
    action: 'update',
    subject: 'tenant_setting',
    subjectId: tenantId,
    before,
    after,
  });
  // Grants of warehouses and customers may have been switched: every scope is read afresh.
  await rightsMoved(context);
  return { version: after.version };
}

function refuseRepeatedPrefix({ scanRules }: Omit<SettingsFields, 'version'>): void {
  const prefix = scanRules === undefined ? null : findRepeatedPrefix(scanRules);
  if (prefix !== null) refuseWith('settings.weightCodeTwice', { prefix }, { field: 'scanRules' });
}

/** Changes settings regardless of the version. */
export async function setSettings(
  context: Context,
  fields: Omit<SettingsFields, 'version'>,
): Promise<{ version: number }> {
  const { version } = orRefuseMissing(await lockTenantSettings(context));
  return changeSettings(context, { ...fields, version });
}

/** Without grants of warehouses or customers everybody has all, including the user who switches. */
function refuseOwnLimits(
  { warehouseIds, customerIds }: Scope,
  before: TenantSettings,
  { warehouseGrants, customerGrants }: Omit<SettingsFields, 'version'>,
): void {
  const lifts = (name: string, wanted: boolean | undefined): boolean =>
    before[name] === true && wanted === false;
  if (lifts('warehouse_grants', warehouseGrants) && warehouseIds !== null)
    refuseWith('rights.exceeded');
  if (lifts('customer_grants', customerGrants) && customerIds !== null)
    refuseWith('rights.exceeded');
}

/**
 * The first document or invoice fixes the currency of the books, whose amounts cannot be reread in another.
 * A stored code outside ISO 4217 stays valid while unchanged: RMB and CNH were accepted once.
 */
async function refuseOtherCurrency(
  { tx, tenantId }: Context,
  before: TenantSettings,
  fields: Omit<SettingsFields, 'version'>,
): Promise<void> {
  const field = (['currency', 'currencyDigits'] as const).find(
    (name) => fields[name] !== undefined && fields[name] !== before[columnFromSettingName(name)],
  );
  if (field === undefined) return;
  if (field === 'currency') requireCurrencyCode(fields.currency ?? '', []);
  const { rows } = await sql<{ begun: boolean }>`
    select exists (select from document where tenant_id = ${tenantId})
      or exists (select from invoice where tenant_id = ${tenantId}) as begun`.execute(tx);
  if (orRefuseMissing(rows[0]).begun) refuseWith('settings.currencyFixed', {}, { field });
}

/**
 * Waits until no one holds the settings in the other mode. Later sharers queue behind an exclusive request:
 * a row lock would let them pass, and a busy company could never close a period.
 */
const settingsLockSql = (tenantId: string, hold: 'shared' | 'alone'): RawBuilder<unknown> => {
  const key = sql`hashtextextended('settings of ' || ${tenantId}, 0)`;
  return hold === 'alone'
    ? sql`pg_advisory_xact_lock(${key}) is not null`
    : sql`pg_advisory_xact_lock_shared(${key}) is not null`;
};

/**
 * Row source of the company's settings, held until the commit: changes wait, and this query sees every
 * earlier change, even if the query began first. Postings read settings only from this source.
 */
export const heldSettings = (tenantId: string): RawBuilder<unknown> => sql`(
  select setting.* from tenant_setting setting
  where setting.tenant_id = ${tenantId} and ${settingsLockSql(tenantId, 'shared')} for share of setting)`;

/** Blocks saving of documents until the commit: running saves are awaited, later ones read the new state. */
export async function saveNothing({ tx, tenantId }: Context): Promise<void> {
  // Cluster locks are local to a node: taken here where the sharers take theirs.
  await sql`
    select from tenant_setting where tenant_id = ${tenantId} and ${settingsLockSql(tenantId, 'alone')}`.execute(
    tx,
  );
}

/**
 * Closes days up to a given day, or reopens days. Locks the company's settings exclusively, see
 * `saveNothing`.
 */
export async function setClosedUntil(
  context: Context,
  done: {
    readonly action: 'closePeriod' | 'reopenPeriod';
    readonly until: string | null;
    readonly reason: string;
  },
): Promise<void> {
  const { tx, tenantId } = context;
  const before = orRefuseMissing(await lockTenantSettings(context));
  await sql`
    update tenant_setting set closed_until = ${done.until}::date, version = version + 1
    where tenant_id = ${tenantId}`.execute(tx);
  logChange(context, {
    action: done.action,
    subject: 'tenant_setting',
    subjectId: tenantId,
    before: { closed_until: before['closed_until'] },
    after: { closed_until: done.until, ...(done.reason === '' ? {} : { reason: done.reason }) },
  });
}

/** Reopens all days of a company emptied by `saveNothing`, without a log: no closed document is left. */
export async function reopenEmptied({ tx, tenantId }: Context): Promise<void> {
  await sql`
    update tenant_setting set closed_until = null, version = version + 1
    where tenant_id = ${tenantId} and closed_until is not null`.execute(tx);
}

async function lockTenantSettings(context: Context): Promise<TenantSettings | undefined> {
  const { tx, tenantId } = context;
  await saveNothing(context);
  const { rows } = await sql<TenantSettings>`
    select * from tenant_setting where tenant_id = ${tenantId} for update`.execute(tx);
  return rows[0];
}

export async function refuseUnknownZone({ tx }: Context, zone: string | undefined): Promise<void> {
  if (zone === undefined || (await isKnownZone(tx, zone))) return;
  refuseWith('request.field', { field: 'timeZone' }, { field: 'timeZone' });
}
