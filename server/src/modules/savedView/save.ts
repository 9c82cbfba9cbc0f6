import { LONGEST_VIEW, MOST_VIEWS } from '@tradehouse/contract';
import type {
  InputOf,
  ListView,
  ReplyOf,
  TableDeclaration,
  addSavedView,
  deleteSavedView,
  shareSavedView,
  startWithView,
  updateSavedView,
} from '@tradehouse/contract';
import { isKeyOf } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { isAlike, readList } from '../../kernel/table/index.ts';
import { logChange, refuseStale } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { rolesToShareWith } from './read.ts';
import { isUsable } from './usable.ts';

/** Serializes the value; refuses filters and columns unknown to the list. */
function serializeListView(
  { filters, fixed = {}, columns }: TableDeclaration,
  value: ListView,
): string {
  const { search, conditions, headers = {}, sort } = value;
  const json = JSON.stringify(value);
  if (json.length > LONGEST_VIEW) refuseWith('request.tooLarge');
  const asked = [
    ...(conditions?.rows.map(({ field }) => field) ?? []),
    ...Object.keys(headers),
    ...(sort === undefined ? [] : [sort.column]),
  ];
  const unknown =
    Object.keys(search).find((name) => !isKeyOf(filters, name) && !isKeyOf(fixed, name)) ??
    asked.find((name) => !isKeyOf(columns, name));
  if (unknown !== undefined)
    refuseWith('request.unknownName', { name: unknown }, { field: unknown });
  return json;
}

/** Saves the list's settings, under a name unique for the user and the list. */
export async function addView(
  context: Context,
  { list, name, value }: InputOf<typeof addSavedView>,
): Promise<ReplyOf<typeof addSavedView>> {
  const { tx, tenantId, scope } = context;
  const json = serializeListView(readList(scope, list), value);
  await refuseDuplicateViewName(context, list, name, null);
  const { rows: more } = await sql`
    select from saved_view where tenant_id = ${tenantId} and user_id = ${scope.userId}
    offset ${MOST_VIEWS - 1} limit 1`.execute(tx);
  if (more.length > 0) refuseWith('view.tooMany', { most: MOST_VIEWS });
  const { rows } = await sql<{ id: string; version: number }>`
    insert into saved_view (tenant_id, user_id, list, name, value)
    values (${tenantId}, ${scope.userId}, ${list}, ${name}, ${json}::jsonb)
    returning id, version`.execute(tx);
  return orRefuseMissing(rows[0]);
}

async function refuseDuplicateViewName(
  { tx, tenantId, scope }: Context,
  list: string,
  name: string,
  except: string | null,
): Promise<void> {
  const { rows } = await sql`
    select from saved_view
    where tenant_id = ${tenantId} and user_id = ${scope.userId} and list = ${list} and ${isAlike(sql.ref('name'), name)}
      and id is distinct from ${except}::bigint`.execute(tx);
  if (rows.length > 0) refuseWith('name.taken', { name }, { field: 'name' });
}

interface OwnViewRow {
  readonly id: string;
  readonly list: string;
  readonly name: string;
  readonly version: number;
}

/** Locks an own view: a foreign view counts for missing, shared or not. */
async function ownView({ tx, tenantId, scope }: Context, id: string): Promise<OwnViewRow> {
  const { rows } = await sql<OwnViewRow>`
    select id, list, name, version from saved_view
    where tenant_id = ${tenantId} and id = ${id} and user_id = ${scope.userId} for update`.execute(
    tx,
  );
  return orRefuseMissing(rows[0]);
}

/** Renames a view or replaces the content; sharing users see the change. */
export async function changeView(
  context: Context,
  { id, version, name, value }: InputOf<typeof updateSavedView>,
): Promise<ReplyOf<typeof updateSavedView>> {
  const { tx, tenantId, scope } = context;
  const own = await ownView(context, id);
  const table = readList(scope, own.list);
  if (own.version !== version) await refuseStale(context, 'saved_view', id, own.version);
  if (name !== undefined) await refuseDuplicateViewName(context, own.list, name, id);
  const { rows } = await sql<{ id: string; version: number }>`
    update saved_view set name = ${name ?? own.name}, version = version + 1
      ${value === undefined ? sql`` : sql`, value = ${serializeListView(table, value)}::jsonb`}
    where tenant_id = ${tenantId} and id = ${id} returning id, version`.execute(tx);
  return orRefuseMissing(rows[0]);
}

/** Deletes a view, with shares and schedules. */
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
 * Shares a view with exactly these roles. Existing shares may stay, regardless of the user's present role;
 * a further share is refused with `rights.exceeded`.
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
  if (!roleIds.every((role) => open.has(role))) refuseWith('rights.exceeded');
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
  logChange(context, {
    action: 'grant',
    subject: 'saved_view',
    subjectId: id,
    number: name,
    before: { roles: before.map((role) => role.name).join(', ') },
    after: { roles: roleIds.map((role) => open.get(role) ?? '').join(', '), roleDefault },
  });
  return { changed: 1 };
}

/** Sets the view that opens with the caller's list. */
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
    orRefuseMissing(rows[0]);
  }
  await sql`
    insert into saved_view_default (tenant_id, user_id, list, view_id) values (${tenantId}, ${scope.userId}, ${list}, ${id})
    on conflict (tenant_id, user_id, list) do update set view_id = excluded.view_id`.execute(tx);
  return {};
}
