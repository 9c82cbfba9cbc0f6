import { trackPage } from '@tradehouse/contract';
import type { InputOf, ReplyOf, openTracks } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { mayOpen, refuseWith, visibleDocuments } from '../../kernel/access/index.ts';
import { toIsoText } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';

type Tracks = ReplyOf<typeof openTracks>;

const USUAL_ROWS = 50;
/** Maximum of returned changes from the last minute. */
const MOST_FRESH = 1_000;
/** Longer than the delay between a change's timestamp and the commit's visibility. */
const SETTLED = sql`(now() - interval '1 minute')`;

/**
 * Returns labelled sales' tracking, oldest change first, so paging skips nothing: pages hold changes older
 * than a minute; the last adds all newer. Requires the track page; limited to visible documents.
 */
export async function tracksSince(
  context: Context,
  {
    updatedSince = '1970-01-01T00:00:00Z',
    after = '0',
    pageSize = USUAL_ROWS,
  }: InputOf<typeof openTracks>,
): Promise<Tracks> {
  if (!mayOpen(context.scope, trackPage)) refuseWith('access.denied');
  const later = sql`(o.updated_at, o.id) > (${updatedSince}::timestamptz, ${after}::bigint)`;
  const rows = await readChangedShipments(
    context,
    sql`${later} and o.updated_at < ${SETTLED}`,
    pageSize + 1,
  );
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  if (rows.length > pageSize && last !== undefined)
    return { rows: page, more: true, next: { updatedSince: last.updatedAt, after: last.id } };
  const fresh = await readChangedShipments(
    context,
    sql`${later} and o.updated_at >= ${SETTLED}`,
    MOST_FRESH,
  );
  const { rows: known } = await sql<Tracks['next']>`
    select ${toIsoText(SETTLED, '.US')} as "updatedSince", '0' as after
    where ${updatedSince}::timestamptz < ${SETTLED}`.execute(context.tx);
  const [next = { updatedSince, after }] = known;
  return { rows: [...page, ...fresh], more: false, next };
}

async function readChangedShipments(
  { tx, tenantId, scope }: Context,
  when: RawBuilder<unknown>,
  most: number,
): Promise<Tracks['rows']> {
  const { rows } = await sql<Tracks['rows'][number]>`
    select o.id, o.number, o.tracking, company.name as carrier, o.state as "trackState",
      ${toIsoText(sql`o.updated_at`, '.US')} as "updatedAt", 
      case d.kind when 'saleOut' then coalesce(d.number, '') else '' end as outbound, coalesce((
        select jsonb_agg(distinct jsonb_build_object('number', coalesce(s.number, ''), 'externalOrder', s.external_order))
        from document s
        where s.tenant_id = ${tenantId} and s.kind = 'saleOrder' and (s.id = d.id or s.id in (
            select link.source_document_id from document_link link
            where link.tenant_id = ${tenantId} and link.target_document_id = d.id))
          and s.deleted_at is null and ${visibleDocuments(scope, 's')}), '[]') as orders, coalesce((
        select jsonb_agg(jsonb_build_object('eventTime', ${toIsoText(sql`track.event_time`, '.US')}, 'trackState', track.state,
          'place', track.place, 'description', track.description) order by track.event_time desc, track.id desc)
        from logistics_track track
        where track.tenant_id = ${tenantId} and track.order_id = o.id), '[]') as events
    from logistics_order o
    join document d on d.tenant_id = ${tenantId} and d.id = o.document_id
    join logistics_company company on company.tenant_id = ${tenantId} and company.id = o.company_id
    where o.tenant_id = ${tenantId} and o.tracking <> '' and ${when}
      and d.kind in ('saleOut', 'saleOrder') and d.deleted_at is null and ${visibleDocuments(scope, 'd')}
    order by o.updated_at, o.id limit ${most}`.execute(tx);
  return rows;
}
