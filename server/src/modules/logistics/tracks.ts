import { trackPage } from '@tradehouse/contract';
import type { InputOf, ReplyOf, logisticsOrders } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith, visibleDocuments } from '../../kernel/access/index.ts';
import { logChange, rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { changeDocuments, takeBackArrival } from '../document/index.ts';
import type { CarrierEvent } from './carrierApi.ts';
import { lockOrder, mustStand, requireNoCall } from './orders.ts';
import type { OrderRow } from './orders.ts';

/** Adds an event. The latest event time determines the shipment's state, whatever the order of arrival. */
export async function addTrack(
  context: Context,
  { orderId, ...event }: InputOf<typeof logisticsOrders.addTrack>,
): Promise<ReplyOf<typeof logisticsOrders.addTrack>> {
  const { tx, tenantId, scope } = context;
  const { order } = await lockOrder(context, orderId);
  mustStand(order);
  requireNoCall(order);
  if (order.tracking === '') refuseWith('shipment.unlabelled', { number: order.number });
  if (new Date(event.eventTime) > new Date())
    refuseWith('shipment.future', {}, { field: 'eventTime' });
  const { rows } = await sql<{ id: string }>`
    insert into logistics_track (tenant_id, order_id, event_time, state, place, description, user_id)
    values (${tenantId}, ${orderId}, ${event.eventTime}, ${event.state}, ${event.place ?? ''}, ${event.description ?? ''},
      ${scope.userId})
    returning id`.execute(tx);
  const { id } = orRefuseMissing(rows[0]);
  logChange(context, {
    action: 'add',
    subject: 'logistics_track',
    subjectId: order.id,
    number: order.number,
    after: event,
  });
  await updateShipmentState(context, order);
  return { id };
}

/** Adds the carrier's events that are not stored yet; returns their number. */
export async function keepCarrierEvents(
  context: Context,
  id: string,
  events: readonly CarrierEvent[],
): Promise<number> {
  const { tx, tenantId } = context;
  const { order } = await lockOrder(context, id);
  mustStand(order);
  requireNoCall(order);
  const { rows: known } = await sql<{ at: Date | string; state: string }>`
    select event_time as at, state from logistics_track
    where tenant_id = ${tenantId} and order_id = ${id} and source = 'carrier'`.execute(tx);
  const keyOf = (at: Date | string, state: string): string =>
    `${new Date(at).toISOString()} ${state}`;
  const stored = new Set(known.map(({ at, state }) => keyOf(at, state)));
  const newest = new Map(events.map((event) => [keyOf(event.time, event.state), event]));
  const added = [...newest].flatMap(([key, event]) => (stored.has(key) ? [] : [event]));
  if (added.length > 0) {
    const columns = 'event_time timestamptz, state text, place text, description text';
    const rows = added.map(({ time, ...event }) => ({ event_time: time, ...event }));
    await sql`
      insert into logistics_track (tenant_id, order_id, event_time, state, place, description, source)
      select ${tenantId}::bigint, ${id}::bigint, given.*, 'carrier'
      from ${rowsAsTable(rows, columns)} returning id`.execute(tx);
    for (const { time, ...event } of added)
      logChange(context, {
        action: 'add',
        subject: 'logistics_track',
        subjectId: id,
        number: order.number,
        after: { eventTime: time, ...event },
      });
    await updateShipmentState(context, order);
  }
  return added.length;
}

/** Deletes an event entered by hand; carrier events stay. A sales order marked arrived stays arrived. */
export async function removeTrack(
  context: Context,
  { id }: InputOf<typeof logisticsOrders.removeTrack>,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const asked = await sql<{ order_id: string }>`
    select order_id from logistics_track where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  const { order } = await lockOrder(context, orRefuseMissing(asked.rows[0]).order_id);
  mustStand(order);
  const { rows } = await sql<{ source: string }>`
    delete from logistics_track where tenant_id = ${tenantId} and id = ${id} returning *`.execute(
    tx,
  );
  const before = orRefuseMissing(rows[0]);
  if (before.source !== 'manual') refuseWith('shipment.carrierEvent');
  logChange(context, {
    action: 'delete',
    subject: 'logistics_track',
    subjectId: order.id,
    number: order.number,
    before,
  });
  await updateShipmentState(context, order);
  return { changed: 1 };
}

/**
 * Updates the shipment's state from the latest event. Delivery marks fully delivered sales orders as arrived;
 * a return takes the mark back, because the customer does not have the goods.
 */
async function updateShipmentState(
  context: Context,
  { id, document_id: documentId }: OrderRow,
): Promise<void> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ state: string }>`
    update logistics_order o set version = version + 1, updated_at = now(), state = coalesce((
      select state from logistics_track track where track.tenant_id = ${tenantId} and track.order_id = o.id
      order by event_time desc, id desc limit 1), 'created')
    where o.tenant_id = ${tenantId} and o.id = ${id} returning o.state`.execute(tx);
  const { state } = orRefuseMissing(rows[0]);
  if (state === 'returned')
    await takeBackArrival(context, await ordersSentWith(context, documentId, sql`d.arrived`));
  if (state !== 'delivered') return;
  const orders = await ordersSentWith(context, documentId, hasFullyArrivedSql(tenantId));
  if (orders.length > 0)
    await changeDocuments(context, orders, 'arrive', ['saleOrder'], { page: trackPage });
}

/**
 * Order `d` is fully shipped, and no shipment of it or its outbounds is on its way or came back. A returned
 * shipment no longer counts once a later shipment of the same document is delivered.
 */
const hasFullyArrivedSql = (tenantId: string): RawBuilder<unknown> => sql`
  d.approval = 'approved' and d.progress = 'complete' and not d.arrived and d.cancel_reason is null
  and not exists (
    select from logistics_order o
    where o.tenant_id = ${tenantId} and (o.document_id = d.id or o.document_id in (
        select shipped.id from document_link link
        join document shipped on shipped.tenant_id = ${tenantId} and shipped.id = link.target_document_id
        where link.tenant_id = ${tenantId} and link.source_document_id = d.id and shipped.deleted_at is null))
      and o.state not in ('delivered', 'cancelled') and not (o.state = 'returned' and exists (
        select from logistics_order again
        where again.tenant_id = ${tenantId} and again.document_id = o.document_id and again.id > o.id
          and again.state = 'delivered')))`;

/** Finds visible sales orders of an order or outbound that fulfil the condition on `d`. */
async function ordersSentWith(
  { tx, tenantId, scope }: Context,
  documentId: string,
  that: RawBuilder<unknown>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from document d
    where d.tenant_id = ${tenantId} and d.kind = 'saleOrder' and d.deleted_at is null
      and (d.id = ${documentId} or d.id in (
        select link.source_document_id from document_link link
        where link.tenant_id = ${tenantId} and link.target_document_id = ${documentId}))
      and ${that} and ${visibleDocuments(scope, 'd')}
    order by d.id`.execute(tx);
  return rows.map(({ id }) => id);
}
