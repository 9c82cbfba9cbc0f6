import { trackPage } from '@tradehouse/contract';
import type { InputOf, ReplyOf, logisticsOrders } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith, visibleDocuments } from '../../kernel/access/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { changeDocuments } from '../document/index.ts';
import { lockOrder, mustStand } from './orders.ts';
import type { OrderRow } from './orders.ts';

/** Adds an event. The latest event time determines the shipment's state, whatever the order of arrival. */
export async function addTrack(
  context: Context,
  { orderId, ...event }: InputOf<typeof logisticsOrders.addTrack>,
): Promise<ReplyOf<typeof logisticsOrders.addTrack>> {
  const { tx, tenantId, scope } = context;
  const { order } = await lockOrder(context, orderId);
  mustStand(order);
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

/** Updates the shipment's state from the latest event; fully delivered sales orders are marked arrived. */
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
  if (orRefuseMissing(rows[0]).state !== 'delivered') return;
  const orders = await arrivedWith(context, documentId);
  if (orders.length > 0)
    await changeDocuments(context, orders, 'arrive', ['saleOrder'], { page: trackPage });
}

/** Finds fully shipped sales orders without shipments in transit. */
async function arrivedWith(
  { tx, tenantId, scope }: Context,
  documentId: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from document d
    where d.tenant_id = ${tenantId} and d.kind = 'saleOrder' and d.deleted_at is null and d.approval = 'approved'
      and d.progress = 'complete' and not d.arrived and d.cancel_reason is null
      and d.id in (
        select link.source_document_id from document_link link
        where link.tenant_id = ${tenantId} and link.target_document_id = ${documentId})
      and not exists (
        select from document_link link
        join document shipped on shipped.tenant_id = ${tenantId} and shipped.id = link.target_document_id
          and shipped.deleted_at is null
        join logistics_order o on o.tenant_id = ${tenantId} and o.document_id = shipped.id
        where link.tenant_id = ${tenantId} and link.source_document_id = d.id
          and o.state not in ('delivered', 'cancelled'))
      and ${visibleDocuments(scope, 'd')}
    order by d.id`.execute(tx);
  return rows.map(({ id }) => id);
}
