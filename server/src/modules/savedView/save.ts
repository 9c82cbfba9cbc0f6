import { LONGEST_VIEW, MOST_VIEWS } from '@tradehouse/contract';
import type {
  InputOf,
  ListView,
  ReplyOf,
  Table,
  addSavedView,
  deleteSavedView,
  shareSavedView,
  startWithView,
  updateSavedView,
} from '@tradehouse/contract';
import { isKeyOf } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, isAlike, log, readList, refuse, refuseStale } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { rolesToShareWith } from './read.ts';
import { isUsable } from './usable.ts';

/** The value as it is kept; refuses filters and columns that the list does not have. */
function written({ filters, fixed = {}, columns }: Table, value: ListView): string {
  const { search, conditions, headers = {}, sort } = value;
  const json = JSON.stringify(value);
  if (json.length > LONGEST_VIEW) refuse('request.tooLarge');
  const asked = [
    ...(conditions?.rows.map(({ field }) => field) ?? []),
    ...Object.keys(headers),
    ...(sort === undefined ? [] : [sort.column]),
  ];
  const unknown =
    Object.keys(search).find((name) => !isKeyOf(filters, name) && !isKeyOf(fixed, name)) ??
    asked.find((name) => !isKeyOf(columns, name));
  if (unknown !== undefined) refuse('request.unknownName', { name: unknown }, { field: unknown });
  return json;
}

/** Saves what a list stands at, under a name of one's own for it. */
export async function addView(
  context: Context,
  { list, name, value }: InputOf<typeof addSavedView>,
): Promise<ReplyOf<typeof addSavedView>> {
  const { tx, tenantId, scope } = context;
  const json = written(readList(scope, list), value);
  await refuseTaken(context, list, name, null);
  const { rows: more } = await sql`
    select from saved_view where tenant_id = ${tenantId} and user_id = ${scope.userId}
    offset ${MOST_VIEWS - 1} limit 1`.execute(tx);
  if (more.length > 0) refuse('view.tooMany', { most: MOST_VIEWS });
  const { rows } = await sql<{ id: string; version: number }>`
    insert into saved_view (tenant_id, user_id, list, name, value)
    values (${tenantId}, ${scope.userId}, ${list}, ${name}, ${json}::jsonb)
    returning id, version`.execute(tx);
  return found(rows[0]);
}

async function refuseTaken(
  { tx, tenantId, scope }: Context,
  list: string,
  name: string,
  except: string | null,
): Promise<void> {
  const { rows } = await sql`
    select from saved_view
    where tenant_id = ${tenantId} and user_id = ${scope.userId} and list = ${list} and ${isAlike(sql.ref('name'), name)}
      and id is distinct from ${except}::bigint`.execute(tx);
  if (rows.length > 0) refuse('name.taken', { name }, { field: 'name' });
}

interface Own {
  readonly id: string;
  readonly list: string;
  readonly name: string;
  readonly version: number;
}

/** One of the caller's own views, locked: another's is as good as missing, shared or not. */
async function ownView({ tx, tenantId, scope }: Context, id: string): Promise<Own> {
  const { rows } = await sql<Own>`
    select id, list, name, version from saved_view
    where tenant_id = ${tenantId} and id = ${id} and user_id = ${scope.userId} for update`.execute(
    tx,
  );
  return found(rows[0]);
}

/** Renames a view or replaces what it holds; those it is shared with have it so. */
export async function changeView(
  context: Context,
  { id, version, name, value }: InputOf<typeof updateSavedView>,
): Promise<ReplyOf<typeof updateSavedView>> {
  const { tx, tenantId, scope } = context;
  const own = await ownView(context, id);
  const table = readList(scope, own.list);
  if (own.version !== version) await refuseStale(context, 'saved_view', id, own.version);
  if (name !== undefined) await refuseTaken(context, own.list, name, id);
  const { rows } = await sql<{ id: string; version: number }>`
    update saved_view set name = ${name ?? own.name}, version = version + 1
      ${value === undefined ? sql`` : sql`, value = ${written(table, value)}::jsonb`}
    where tenant_id = ${tenantId} and id = ${id} returning id, version`.execute(tx);
  return found(rows[0]);
}

/** Deletes a view, with what it is shared with and sent to. */
export async function removeView(
  context: Context,
  { id }: InputOf<typeof deleteSavedView>,
): Promise<ReplyOf<typeof deleteSavedView>> {
  const { tx, tenantId } = context;
  await ownView(context, id);
  await sql`delete from saved_view where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  return { changed: 1 };
}

/**
 * Shares a view with these roles and no others. What it was shared with already may stay, whatever its user's role is now; more
 * is refused with `rights.exceeded`.
 */
export async function shareView(
  context: Context,
  { id, roleIds, roleDefault }: InputOf<typeof shareSavedView>,
): Promise<ReplyOf<typeof shareSavedView>> {
  const { tx, tenantId, scope } = context;
  const { list, name } = await ownView(context, id);
  readList(scope, list);
  const { rows: before } = await sql<{ id: string; name: string }>`
    select role.id, role.name from saved_view_role shared
    join role on role.tenant_id = ${tenantId} and role.id = shared.role_id
    where shared.tenant_id = ${tenantId} and shared.view_id = ${id} order by role.id`.execute(tx);
  const open = new Map(
    [...(await rolesToShareWith(context)), ...before].map((role) => [role.id, role.name] as const),
  );
  if (!roleIds.every((role) => open.has(role))) refuse('rights.exceeded');
  await sql`
    delete from saved_view_role
    where tenant_id = ${tenantId} and view_id = ${id} and role_id <> all(${roleIds}::bigint[])`.execute(
    tx,
  );
  await sql`
    insert into saved_view_role (tenant_id, view_id, role_id, default_since)
    select ${tenantId}, ${id}, role_id, ${roleDefault ? sql`now()` : sql`null::timestamptz`}
    from unnest(${roleIds}::bigint[]) as role_id
    on conflict (tenant_id, view_id, role_id) do update set
      default_since = ${roleDefault ? sql`coalesce(saved_view_role.default_since, excluded.default_since)` : sql`null`}`.execute(
    tx,
  );
  log(context, {
    action: 'grant',
    subject: 'saved_view',
    subjectId: id,
    number: name,
    before: { roles: before.map((role) => role.name).join(', ') },
    after: { roles: roleIds.map((role) => open.get(role) ?? '').join(', '), roleDefault },
  });
  return { changed: 1 };
}

/** What the caller's list opens with from now on. */
export async function startWith(
  { tx, tenantId, scope }: Context,
  { list, id }: InputOf<typeof startWithView>,
): Promise<Record<string, never>> {
  readList(scope, list);
  if (id === undefined) {
    await sql`
      delete from saved_view_default
      where tenant_id = ${tenantId} and user_id = ${scope.userId} and list = ${list}`.execute(tx);
    return {};
  }
  if (id !== null) {
    const { rows } = await sql`
      select from saved_view v
      where v.tenant_id = ${tenantId} and v.id = ${id} and v.list = ${list}
        and ${isUsable({ tenantId, userId: scope.userId })}`.execute(tx);
    found(rows[0]);
  }
  await sql`
    insert into saved_view_default (tenant_id, user_id, list, view_id) values (${tenantId}, ${scope.userId}, ${list}, ${id})
    on conflict (tenant_id, user_id, list) do update set view_id = excluded.view_id`.execute(tx);
  return {};
}
