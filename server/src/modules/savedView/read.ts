import { rolePage } from '@tradehouse/contract';
import type {
  InputOf,
  ListView,
  ReplyOf,
  SavedView,
  Schedule,
  savedViews,
  startingViews,
  viewSchedules,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { mayOpen } from '../../kernel/access/index.ts';
import {
  exportPage,
  listTableById,
  mayRead,
  readList,
  toIsoText,
} from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { isUsable, userRoleSql } from './usable.ts';

const whoIn = ({ tenantId, scope }: Context) => ({ tenantId, userId: scope.userId });

/** Schedule `s` in JSON. */
const scheduleSql = sql`json_build_object('every', s.every, 'onDay', s.on_day, 'hour', s.hour, 'format', s.format,
  'next', ${toIsoText(sql`s.next_at`)}, 'outcome', s.outcome, 'outcomeTime', ${toIsoText(sql`s.outcome_at`)})`;

/** Most views listed: sharing more is meaningless. */
const MOST_TOLD = 300;

/** Lists the caller's usable views of a list, the opening view, and the roles available for sharing. */
export async function savedViewsOf(
  context: Context,
  { list }: InputOf<typeof savedViews>,
): Promise<ReplyOf<typeof savedViews>> {
  const { tx, tenantId, scope } = context;
  readList(scope, list);
  const who = whoIn(context);
  const { rows: views } = await sql<SavedView>`
    select v.id, v.version, v.name, v.value, v.user_id = ${who.userId} as own, u.name as "userName",
      case when v.user_id = ${who.userId} then coalesce((
        select json_agg(json_build_object('id', r.id::text, 'name', r.name) order by r.sort, r.id)
        from saved_view_role shared
        join role r on r.tenant_id = ${tenantId} and r.id = shared.role_id
        where shared.tenant_id = ${tenantId} and shared.view_id = v.id), '[]') else '[]' end as roles,
      v.user_id = ${who.userId} and exists (
        select from saved_view_role shared
        where shared.tenant_id = ${tenantId} and shared.view_id = v.id and shared.default_since is not null) as "roleDefault",
      (select ${scheduleSql} from view_schedule s
        where s.tenant_id = ${tenantId} and s.view_id = v.id and s.user_id = ${who.userId}) as schedule
    from saved_view v
    join app_user u on u.tenant_id = ${tenantId} and u.id = v.user_id
    where v.tenant_id = ${tenantId} and v.list = ${list} and ${isUsable(who)}
    order by v.user_id <> ${who.userId}, v.name, v.id
    limit ${MOST_TOLD}`.execute(tx);
  const [start] = await readInitialViews(context, sql`list = ${list}`);
  return {
    views,
    startsWith: start?.id ?? null,
    chosen: start?.chosen ?? false,
    mayShare: await rolesToShareWith(context),
  };
}

interface InitialView {
  readonly list: string;
  readonly id: string | null;
  readonly chosen: boolean;
}

/** Reads the opening views of lists: the user's choice while still usable, else the role's. */
async function readInitialViews(
  context: Context,
  which: RawBuilder<unknown>,
): Promise<readonly InitialView[]> {
  const { tx, tenantId } = context;
  const who = whoIn(context);
  const { rows } = await sql<InitialView>`
    with chosen as (
      select d.list, d.view_id as id from saved_view_default d
      left join saved_view v on v.tenant_id = ${tenantId} and v.id = d.view_id
      where d.tenant_id = ${tenantId} and d.user_id = ${who.userId} and (d.view_id is null or ${isUsable(who)})),
    of_role as (
      select distinct on (v.list) v.list, v.id
      from saved_view_role shared
      join saved_view v on v.tenant_id = ${tenantId} and v.id = shared.view_id
      where shared.tenant_id = ${tenantId} and shared.role_id = ${userRoleSql(who)} and shared.default_since is not null
      order by v.list, shared.default_since desc, v.id desc)
    select * from (
      select list, id, true as chosen from chosen
      union all
      select list, id, false from of_role where list not in (select list from chosen)) starts
    where ${which}`.execute(tx);
  return rows;
}

/** Lists the caller's opening views. */
export async function startingViewsOf(context: Context): Promise<ReplyOf<typeof startingViews>> {
  const { tx, tenantId, scope } = context;
  const starts = await readInitialViews(context, sql`id is not null`);
  const ids = starts.map(({ id }) => id);
  const { rows } = await sql<{ list: string; id: string; name: string; value: ListView }>`
    select list, id, name, value from saved_view where tenant_id = ${tenantId} and id = any(${ids}::bigint[])
    order by list`.execute(tx);
  return rows.filter(({ list }) => {
    const table = listTableById(list);
    return table !== undefined && mayRead(scope, table);
  });
}

/** Returns the user's own role; all roles for role administrators. */
export async function rolesToShareWith(
  context: Context,
): Promise<ReplyOf<typeof savedViews>['mayShare']> {
  const { tx, tenantId, scope } = context;
  const any = mayOpen(scope, rolePage, '1');
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from role
    where tenant_id = ${tenantId} and enabled and (${any} or id = ${userRoleSql(whoIn(context))})
    order by sort, id`.execute(tx);
  return rows;
}

/** Lists the caller's schedules, next due first. */
export async function schedulesOf(context: Context): Promise<ReplyOf<typeof viewSchedules>> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<{ id: string; name: string; list: string; schedule: Schedule }>`
    select v.id, v.name, v.list, ${scheduleSql} as schedule
    from view_schedule s
    join saved_view v on v.tenant_id = ${tenantId} and v.id = s.view_id
    where s.tenant_id = ${tenantId} and s.user_id = ${scope.userId}
    order by s.next_at, v.id`.execute(tx);
  return rows.map(({ schedule, ...view }) => {
    const table = listTableById(view.list);
    return {
      ...view,
      page: table === undefined ? null : exportPage(scope, table),
      ...schedule,
    };
  });
}
