import type { SettingsFields } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { log, found, refuse, refuseStale, rightsMoved } from '../../kernel/index.ts';
import type { Context, Scope } from '../../kernel/index.ts';

const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Settings = Readonly<Record<string, unknown>> & { readonly version: number };

/**
 * Changes the given settings. Refuses a stale version, an unknown time zone, another currency once there are documents, and
 * from anyone who is granted only some warehouses or customers that they be granted no longer (`rights.exceeded`).
 */
export async function changeSettings(
  context: Context,
  { version, ...fields }: SettingsFields,
): Promise<{ version: number }> {
  const { tx, tenantId, scope } = context;
  await refuseUnknownZone(context, fields.timeZone);
  const before = found(await locked(context));
  if (before.version !== version)
    await refuseStale(context, 'tenant_setting', tenantId, before.version);
  refuseOwnLimits(scope, before, fields);
  await refuseOtherCurrency(context, before, fields);
  const sets = Object.entries(fields).map(
    ([name, value]) => sql`${sql.ref(snake(name))} = ${value}`,
  );
  const { rows } = await sql<Settings>`
    update tenant_setting set ${sql.join([...sets, sql`version = version + 1`])}
    where tenant_id = ${tenantId} returning *`.execute(tx);
  const after = found(rows[0]);
  log(context, {
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

/** The same of whatever version stands there. */
export async function setSettings(
  context: Context,
  fields: Omit<SettingsFields, 'version'>,
): Promise<{ version: number }> {
  const { version } = found(await locked(context));
  return changeSettings(context, { ...fields, version });
}

/** Where warehouses or customers are granted no longer, everybody has them all: also the one who switches it. */
function refuseOwnLimits(
  { warehouseIds, customerIds }: Scope,
  before: Settings,
  { warehouseGrants, customerGrants }: Omit<SettingsFields, 'version'>,
): void {
  const lifts = (name: string, wanted: boolean | undefined): boolean =>
    before[name] === true && wanted === false;
  if (lifts('warehouse_grants', warehouseGrants) && warehouseIds !== null)
    refuse('rights.exceeded');
  if (lifts('customer_grants', customerGrants) && customerIds !== null) refuse('rights.exceeded');
}

/** What the books are in is settled by the first document or invoice: their amounts can't be read as another currency's. */
async function refuseOtherCurrency(
  { tx, tenantId }: Context,
  before: Settings,
  fields: Omit<SettingsFields, 'version'>,
): Promise<void> {
  const field = (['currency', 'currencyDigits'] as const).find(
    (name) => fields[name] !== undefined && fields[name] !== before[snake(name)],
  );
  if (field === undefined) return;
  const { rows } = await sql<{ begun: boolean }>`
    select exists (select from document where tenant_id = ${tenantId})
      or exists (select from invoice where tenant_id = ${tenantId}) as begun`.execute(tx);
  if (found(rows[0]).begun) refuse('settings.currencyFixed', {}, { field });
}

/**
 * A condition that waits until no one else holds the settings in another way. Sharers that come later wait behind the one who
 * wants them alone: a lock of the row itself would let them pass, so that a busy company could never close a period.
 */
const gate = (tenantId: string, hold: 'shared' | 'alone'): RawBuilder<unknown> => {
  const key = sql`hashtextextended('settings of ' || ${tenantId}, 0)`;
  return hold === 'alone'
    ? sql`pg_advisory_xact_lock(${key}) is not null`
    : sql`pg_advisory_xact_lock_shared(${key}) is not null`;
};

/**
 * The company's settings as a row source of a query, held until the commit: who changes them waits, and what is read
 * here is what they have left, though the query began before. What is posted reads its settings so, and no other way.
 */
export const heldSettings = (tenantId: string): RawBuilder<unknown> => sql`(
  select setting.* from tenant_setting setting
  where setting.tenant_id = ${tenantId} and ${gate(tenantId, 'shared')} for share of setting)`;

/** Until the commit no document is saved: those under way are waited for, and later ones read what this leaves. */
export async function saveNothing({ tx, tenantId }: Context): Promise<void> {
  // On a cluster locks are those of a node: this one is taken where the sharers take theirs.
  await sql`
    select from tenant_setting where tenant_id = ${tenantId} and ${gate(tenantId, 'alone')}`.execute(
    tx,
  );
}

/** Closes the days up to one, or opens them. The settings are held alone: `saveNothing`. */
export async function setClosedUntil(
  context: Context,
  done: {
    readonly action: 'closePeriod' | 'reopenPeriod';
    readonly until: string | null;
    readonly reason: string;
  },
): Promise<void> {
  const { tx, tenantId } = context;
  const before = found(await locked(context));
  await sql`
    update tenant_setting set closed_until = ${done.until}::date, version = version + 1
    where tenant_id = ${tenantId}`.execute(tx);
  log(context, {
    action: done.action,
    subject: 'tenant_setting',
    subjectId: tenantId,
    before: { closed_until: before['closed_until'] },
    after: { closed_until: done.until, ...(done.reason === '' ? {} : { reason: done.reason }) },
  });
}

async function locked(context: Context): Promise<Settings | undefined> {
  const { tx, tenantId } = context;
  await saveNothing(context);
  const { rows } = await sql<Settings>`
    select * from tenant_setting where tenant_id = ${tenantId} for update`.execute(tx);
  return rows[0];
}

/** Days are cut by the database and shown by Node: both must know the zone, and by one name mean the same. */
export async function refuseUnknownZone({ tx }: Context, zone: string | undefined): Promise<void> {
  if (zone === undefined) return;
  const known = isZone(zone)
    ? await sql`select from pg_timezone_names where name = ${zone}`.execute(tx)
    : { rows: [] };
  if (known.rows.length === 0)
    refuse('request.field', { field: 'timeZone' }, { field: 'timeZone' });
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
