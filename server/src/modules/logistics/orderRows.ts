import { logisticsOrderTable } from '@tradehouse/contract';
import type { LogisticsOrderInfo, RowOf } from '@tradehouse/contract';
import { trackingLink } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, visibleDocuments } from '../../kernel/access/index.ts';
import { bindTable, trimTrailingZeros } from '../../kernel/table/index.ts';
import { runTogether } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { visibleIds } from '../document/index.ts';
import { carriedWithSql } from './carriedOrders.ts';
import { seesFreight } from './companies.ts';
import { byNormalTracking } from './trackingFilter.ts';

/** Carrier's tracking page; none if void. */
const trackingUrl = sql`case when o.state = 'cancelled' then '' else company.tracking_url end`;

/** Label files of shipment `o`, made by its carrier. */
const labelFilesSql = (tenantId: string): RawBuilder<unknown> => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', file.id::text, 'name', file.name, 'type', file.type)
    order by file.position)
  from stored_file file
  where file.tenant_id = ${tenantId} and file.owner = 'shipment' and file.owner_id = o.id), '[]')`;

/** Void shipments cost nothing, so the total equals the debt to carriers. */
export const logisticsOrderRows = bindTable(
  logisticsOrderTable,
  ({ tenantId, scope }): RawBuilder<RowOf<typeof logisticsOrderTable>> => sql`
    select o.id, o.version, o.company_id as "companyId", o.document_id as "documentId", d.partner_id as "partnerId",
      d.kind as "documentKind", ${trackingUrl} as "trackingUrl", o.number, o.tracking, company.name as "companyName", o.service,
      coalesce(d.number, '') as "documentNumber", o.direction, coalesce(partner.name, '') as "partnerName", o.receiver,
      o.address, o.weight, case when o.state = 'cancelled' then 0 else o.freight end as freight, o.state as "trackState", coalesce((
        select concat_ws(' ', nullif(track.place, ''), nullif(track.description, '')) from logistics_track track
        where track.tenant_id = ${tenantId} and track.order_id = o.id
        order by track.event_time desc, track.id desc limit 1), '') as "lastTrack", (
        select file.id from stored_file file
        where file.tenant_id = ${tenantId} and file.owner = 'shipment' and file.owner_id = o.id
        order by file.position limit 1) as "labelFileId",
      o.ship_date as "shipDate", o.updated_at as "updateTime"
    from logistics_order o
    join document d on d.tenant_id = ${tenantId} and d.id = o.document_id
    join logistics_company company on company.tenant_id = ${tenantId} and company.id = o.company_id
    left join partner on partner.tenant_id = ${tenantId} and partner.id = d.partner_id
    where o.tenant_id = ${tenantId} and d.deleted_at is null and ${visibleDocuments(scope, 'd')}`,
  { meaning: byNormalTracking },
);

type ShipmentInfoRow = Omit<LogisticsOrderInfo, 'parcels' | 'tracks' | 'trackingLink'> & {
  readonly trackingUrl: string;
};

/** Reads a shipment with parcels and events; missing if the document is invisible. */
export async function orderInfo(context: Context, id: string): Promise<LogisticsOrderInfo> {
  const { tx, tenantId, scope } = context;
  const [heads, parcels, tracks] = await runTogether([
    sql<ShipmentInfoRow>`
      select o.id, o.version, o.number, o.company_id as "companyId", company.name as "companyName",
        o.document_id as "documentId", d.kind as "documentKind", coalesce(d.number, '') as "documentNumber", o.direction,
        o.service, o.signature, o.tracking, ${trackingUrl} as "trackingUrl", o.ship_date::text as "shipDate",
        o.sender, o.sender_phone as "senderPhone", o.sender_address as "senderAddress",
        o.sender_postcode as "senderPostcode", o.sender_city as "senderCity",
        o.sender_region as "senderRegion",
        o.sender_country as "senderCountry", o.city, o.region, o.country,
        o.receiver, o.phone, o.address, o.postcode, o.weight::text, o.billable_weight::text as "billableWeight",
        o.insured::text, o.freight::text, o.cost_bearer as "costBearer", o.state, o.remark,
        o.label_format as "labelFormat", o.label_request <> '' and o.tracking = '' as "labelOpen",
        company.client_url <> '' and company.client_id <> '' and exists (
          select from logistics_secret secret
          where secret.tenant_id = ${tenantId} and secret.company_id = company.id) as "hasApi",
        ${labelFilesSql(tenantId)} as "labelFiles"
      from logistics_order o
      join document d on d.tenant_id = ${tenantId} and d.id = o.document_id
      join logistics_company company on company.tenant_id = ${tenantId} and company.id = o.company_id
      where o.tenant_id = ${tenantId} and o.id = ${id} and d.deleted_at is null and ${visibleDocuments(scope, 'd')}`.execute(
      tx,
    ),
    sql<LogisticsOrderInfo['parcels'][number]>`
      select packing, trim_scale(length)::text as length, trim_scale(width)::text as width,
        trim_scale(height)::text as height, trim_scale(weight)::text as weight, pieces
      from logistics_parcel where tenant_id = ${tenantId} and order_id = ${id} order by parcel`.execute(
      tx,
    ),
    sql<Omit<LogisticsOrderInfo['tracks'][number], 'eventTime'> & { eventTime: Date | string }>`
      select t.id, t.event_time as "eventTime", t.state, t.place, t.description, t.source,
        coalesce((select name from app_user where tenant_id = ${tenantId} and id = t.user_id), '') as "userName"
      from logistics_track t where t.tenant_id = ${tenantId} and t.order_id = ${id}
      order by t.event_time desc, t.id desc`.execute(tx),
  ]);
  const { trackingUrl: address, ...head } = orRefuseMissing(heads.rows[0]);
  const sees = seesFreight(context);
  return {
    ...head,
    trackingLink: trackingLink(address, head.tracking),
    weight: trimTrailingZeros(head.weight),
    billableWeight: trimTrailingZeros(head.billableWeight),
    insured: sees ? trimTrailingZeros(head.insured ?? '0') : null,
    freight: sees ? trimTrailingZeros(head.freight ?? '0') : null,
    parcels: parcels.rows,
    tracks: tracks.rows.map((track) => ({
      ...track,
      eventTime: new Date(track.eventTime).toISOString(),
    })),
  };
}

/** Reads the last shipment in force of a document; an outbound shows that of its order, too. */
export async function readDocumentShipment(
  context: Context,
  documentId: string,
): Promise<LogisticsOrderInfo | null> {
  const { tx, tenantId, scope } = context;
  orRefuseMissing((await visibleIds(context, [documentId])).has(documentId) ? documentId : null);
  const { rows } = await sql<{ id: string }>`
    select o.id from logistics_order o
    join document d on d.tenant_id = ${tenantId} and d.id = o.document_id
    where o.tenant_id = ${tenantId} and o.document_id in (${carriedWithSql(tenantId, documentId)})
      and o.state <> 'cancelled' and d.deleted_at is null and ${visibleDocuments(scope, 'd')}
    order by (o.document_id = ${documentId}) desc, o.id desc limit 1`.execute(tx);
  const [last] = rows;
  return last === undefined ? null : orderInfo(context, last.id);
}
