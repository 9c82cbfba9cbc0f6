import { MOST_SCHEDULES } from '@tradehouse/contract';
import type { InputOf, ReplyOf, scheduleView, unscheduleView } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { exportPage, readList, toIsoText } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { isUsable } from './usable.ts';

/** Rhythm of a schedule: daily, weekly or monthly, with day and hour. */
export interface ScheduleRhythm {
  readonly every: 'day' | 'week' | 'month';
  readonly onDay: number;
  readonly hour: number;
}

/** Present instant in ISO format; null: the database clock. */
export type Moment = string | null;
export const momentSql = (at: Moment): RawBuilder<Date> =>
  at === null ? sql<Date>`now()` : sql<Date>`${at}::timestamptz`;

/** Days searched for the next date: two months contain every kind of day. */
const AHEAD = 62;

/**
 * Next scheduled hour after an instant, by the company's clock; an hour skipped by the clock moves to the
 * next.
 */
export const nextSql = (
  tenantId: string,
  { every, onDay, hour }: ScheduleRhythm,
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

/**
 * Schedules a view for the caller from the next scheduled hour on; a repeated request replaces the
 * schedule.
 */
export async function saveViewSchedule(
  { tx, tenantId, scope, language }: Context,
  { id, every, onDay, hour, format, now = false }: InputOf<typeof scheduleView>,
): Promise<ReplyOf<typeof scheduleView>> {
  if (every === 'week' && onDay > 7)
    refuseWith('request.field', { field: 'onDay' }, { field: 'onDay' });
  const { rows: views } = await sql<{ list: string }>`
    select v.list from saved_view v
    where v.tenant_id = ${tenantId} and v.id = ${id} and ${isUsable({ tenantId, userId: scope.userId })}
    for key share of v`.execute(tx);
  if (exportPage(scope, readList(scope, orRefuseMissing(views[0]).list)) === null)
    refuseWith('access.denied');
  const { rows } = await sql<{ next: string; others: number }>`
    select ${toIsoText(now ? sql`now()` : nextSql(tenantId, { every, onDay, hour }, null))} as next,
      (select count(*)::int from view_schedule s
        where s.tenant_id = ${tenantId} and s.user_id = ${scope.userId} and s.view_id <> ${id}) as others`.execute(
    tx,
  );
  const { next, others } = orRefuseMissing(rows[0]);
  if (others >= MOST_SCHEDULES) refuseWith('view.tooManySent', { most: MOST_SCHEDULES });
  await sql`
    insert into view_schedule (tenant_id, view_id, user_id, every, on_day, hour, format, language, next_at)
    values (${tenantId}, ${id}, ${scope.userId}, ${every}, ${onDay}, ${hour}, ${format}, ${language}, ${next}::timestamptz)
    on conflict (tenant_id, user_id, view_id) do update set every = excluded.every, on_day = excluded.on_day,
      hour = excluded.hour, format = excluded.format, language = excluded.language, next_at = excluded.next_at,
      taken_until = null, tries = 0`.execute(tx);
  return { next };
}

/** Removes a schedule of the caller, even for an unusable view. */
export async function deleteViewSchedule(
  { tx, tenantId, scope }: Context,
  { id }: InputOf<typeof unscheduleView>,
): Promise<ReplyOf<typeof unscheduleView>> {
  const { rows } = await sql`
    delete from view_schedule
    where tenant_id = ${tenantId} and view_id = ${id} and user_id = ${scope.userId} returning id`.execute(
    tx,
  );
  orRefuseMissing(rows[0]);
  return { changed: 1 };
}
