import { MOST_SCHEDULES } from '@tradehouse/contract';
import type { InputOf, ReplyOf, scheduleView, unscheduleView } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { exportPage, found, readList, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { isUsable } from './usable.ts';

/** When a view is sent. */
export interface Rhythm {
  readonly every: 'day' | 'week' | 'month';
  readonly onDay: number;
  readonly hour: number;
}

/** What counts as now, an ISO instant; null: the database's own clock. */
export type Moment = string | null;
export const momentSql = (at: Moment): RawBuilder<Date> =>
  at === null ? sql<Date>`now()` : sql<Date>`${at}::timestamptz`;

/** Days that are looked at for the next one: two months hold one of every sort. */
const AHEAD = 62;

/** The first such hour after a moment by the company's clock; an hour that its clock leaves out comes with the next. */
export const nextSql = (
  tenantId: string,
  { every, onDay, hour }: Rhythm,
  at: Moment,
): RawBuilder<string> => sql<string>`(
  select min(due.at) from tenant_setting setting
  cross join generate_series(0, ${sql.lit(AHEAD)}) as ahead
  cross join lateral (select (${momentSql(at)} at time zone setting.time_zone)::date + ahead as day) as candidate
  cross join lateral (
    select (candidate.day + make_interval(hours => ${hour}::int)) at time zone setting.time_zone as at) as due
  where setting.tenant_id = ${tenantId} and due.at > ${momentSql(at)} and case ${every}::text
    when 'week' then extract(isodow from candidate.day) = ${onDay}::int
    when 'month' then extract(day from candidate.day) = least(${onDay}::int,
      extract(day from date_trunc('month', candidate.day) + interval '1 month - 1 day'))
    else true end)`;

/** Has a view sent to the caller from the next such hour on; a view is sent once, however often it is asked for. */
export async function schedule(
  { tx, tenantId, scope, language }: Context,
  { id, every, onDay, hour, format, now = false }: InputOf<typeof scheduleView>,
): Promise<ReplyOf<typeof scheduleView>> {
  if (every === 'week' && onDay > 7)
    refuse('request.field', { field: 'onDay' }, { field: 'onDay' });
  const { rows: views } = await sql<{ list: string }>`
    select v.list from saved_view v
    where v.tenant_id = ${tenantId} and v.id = ${id} and ${isUsable({ tenantId, userId: scope.userId })}
    for key share of v`.execute(tx);
  if (exportPage(scope, readList(scope, found(views[0]).list)) === null) refuse('access.denied');
  const { rows } = await sql<{ next: string; others: number }>`
    select to_char(${now ? sql`now()` : nextSql(tenantId, { every, onDay, hour }, null)} at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS"Z"') as next,
      (select count(*)::int from view_schedule s
        where s.tenant_id = ${tenantId} and s.user_id = ${scope.userId} and s.view_id <> ${id}) as others`.execute(
    tx,
  );
  const { next, others } = found(rows[0]);
  if (others >= MOST_SCHEDULES) refuse('view.tooManySent', { most: MOST_SCHEDULES });
  await sql`
    insert into view_schedule (tenant_id, view_id, user_id, every, on_day, hour, format, language, next_at)
    values (${tenantId}, ${id}, ${scope.userId}, ${every}, ${onDay}, ${hour}, ${format}, ${language}, ${next}::timestamptz)
    on conflict (tenant_id, user_id, view_id) do update set every = excluded.every, on_day = excluded.on_day,
      hour = excluded.hour, format = excluded.format, language = excluded.language, next_at = excluded.next_at,
      taken_until = null, tries = 0`.execute(tx);
  return { next };
}

/** Sends a view to the caller no more, also where they may no longer use it. */
export async function unschedule(
  { tx, tenantId, scope }: Context,
  { id }: InputOf<typeof unscheduleView>,
): Promise<ReplyOf<typeof unscheduleView>> {
  const { rows } = await sql`
    delete from view_schedule
    where tenant_id = ${tenantId} and view_id = ${id} and user_id = ${scope.userId} returning id`.execute(
    tx,
  );
  found(rows[0]);
  return { changed: 1 };
}
