import { trackPage } from '@tradehouse/contract';
import type { InputOf, ReplyOf, openTracks } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { mayOpen, refuse, visibleDocuments } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';

type Tracks = ReplyOf<typeof openTracks>;

const USUAL_ROWS = 50;
/** Of the last minute so many are told at once. */
const MOST_FRESH = 1_000;
/** Longer ago than a change takes to be seen by others after the moment that it notes. */
const SETTLED = sql`(now() - interval '1 minute')`;

const instant = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * Where sales are that were labelled, what changed first first, so that nothing is passed over while pages are asked for: pages are of
 * what changed more than a minute ago, and the last one has all that changed since. Of documents that the user sees, for a user who
 * may open the page of tracks.
 */
export async function tracksSince(
  context: Context,
  {
    updatedSince = '1970-01-01T00:00:00Z',
    after = '0',
    pageSize = USUAL_ROWS,
  }: InputOf<typeof openTracks>,
): Promise<Tracks> {
  if (!mayOpen(context.scope, trackPage)) refuse('access.denied');
  const later = sql`(o.updated_at, o.id) > (${updatedSince}::timestamptz, ${after}::bigint)`;
  const rows = await changed(context, sql`${later} and o.updated_at < ${SETTLED}`, pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  if (rows.length > pageSize && last !== undefined)
    return { rows: page, more: true, next: { updatedSince: last.updatedAt, after: last.id } };
  const fresh = await changed(context, sql`${later} and o.updated_at >= ${SETTLED}`, MOST_FRESH);
  const { rows: known } = await sql<Tracks['next']>`
    select ${instant(SETTLED)} as "updatedSince", '0' as after
    where ${updatedSince}::timestamptz < ${SETTLED}`.execute(context.tx);
  const [next = { updatedSince, after }] = known;
  return { rows: [...page, ...fresh], more: false, next };
}

async function changed(
  { tx, tenantId, scope }: Context,
  when: RawBuilder<unknown>,
  most: number,
): Promise<Tracks['rows']> {
  const { rows } = await sql<Tracks['rows'][number]>`
    select o.id, o.number, o.tracking, company.name as carrier, o.state as "trackState",
      ${instant(sql`o.updated_at`)} as "updatedAt", coalesce(d.number, '') as outbound, coalesce((
        select jsonb_agg(distinct jsonb_build_object('number', coalesce(s.number, ''), 'externalOrder', s.external_order))
        from document_link link
        join document s on s.tenant_id = ${tenantId} and s.id = link.source_document_id
        where link.tenant_id = ${tenantId} and link.target_document_id = d.id and s.kind = 'saleOrder'
          and s.deleted_at is null and ${visibleDocuments(scope, 's')}), '[]') as orders, coalesce((
        select jsonb_agg(jsonb_build_object('eventTime', ${instant(sql`track.event_time`)}, 'trackState', track.state,
          'place', track.place, 'description', track.description) order by track.event_time desc, track.id desc)
        from logistics_track track
        where track.tenant_id = ${tenantId} and track.order_id = o.id), '[]') as events
    from logistics_order o
    join document d on d.tenant_id = ${tenantId} and d.id = o.document_id
    join logistics_company company on company.tenant_id = ${tenantId} and company.id = o.company_id
    where o.tenant_id = ${tenantId} and o.tracking <> '' and ${when}
      and d.kind = 'saleOut' and d.deleted_at is null and ${visibleDocuments(scope, 'd')}
    order by o.updated_at, o.id limit ${most}`.execute(tx);
  return rows;
}
