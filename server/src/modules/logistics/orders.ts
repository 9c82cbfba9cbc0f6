import type { InputOf, ReplyOf, logisticsOrders } from '@tradehouse/contract';
import {
  billableWeight,
  carriedAs,
  decimal,
  normalTracking,
  ownTracking,
  toPlainDecimal,
  sum,
} from '@tradehouse/domain';
import type { TrackState } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { rowsAsTable, logChange, refuseStale, sqlError } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { externallyTracked, lockHeads, nextCount, visibleIds } from '../document/index.ts';
import type { DocumentRow } from '../document/index.ts';
import { exactAmounts } from '../system/index.ts';
import { seesFreight } from './companies.ts';
import { readShipmentEnds } from './ends.ts';
import { expectFreight, voidFreight } from './freight.ts';

type NewShipment = InputOf<typeof logisticsOrders.add>;
type ShipmentChanges = Omit<NewShipment, 'documentId'>;
type SavedShipment = ReplyOf<typeof logisticsOrders.add>;

export interface OrderRow {
  readonly id: string;
  readonly version: number;
  readonly number: string;
  readonly company_id: string;
  readonly document_id: string;
  readonly tracking: string;
  readonly state: TrackState;
}

const toShipmentLogSubject = ({ id, number }: Pick<OrderRow, 'id' | 'number'>) => ({
  subject: 'logistics_order' as const,
  subjectId: id,
  number,
});

async function documentFor(context: Context, id: string): Promise<DocumentRow> {
  const heads = await lockHeads(context, [], [id]);
  return orRefuseMissing((await visibleIds(context, [id])).has(id) ? heads.get(id) : undefined);
}

/** Locks a shipment after the document: concurrent work on either waits here. */
export async function lockOrder(
  context: Context,
  id: string,
): Promise<{ readonly order: OrderRow; readonly document: DocumentRow }> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ document_id: string }>`
    select document_id from logistics_order where tenant_id = ${tenantId} and id = ${id}`.execute(
    tx,
  );
  const document = await documentFor(context, orRefuseMissing(rows[0]).document_id);
  const locked = await sql<OrderRow>`
    select * from logistics_order where tenant_id = ${tenantId} and id = ${id} for update`.execute(
    tx,
  );
  return { document, order: orRefuseMissing(locked.rows[0]) };
}

interface ShipmentCarrier {
  readonly code: string;
  readonly order_prefix: string;
}

async function carrierFor({ tx, tenantId }: Context, id: string): Promise<ShipmentCarrier> {
  const { rows } = await sql<ShipmentCarrier & { enabled: boolean }>`
    select code, order_prefix, enabled from logistics_company
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  const [carrier] = rows;
  if (carrier?.enabled !== true) return refuseWith('record.missing', {}, { field: 'companyId' });
  return carrier;
}

/** Computes derived values. Users without sight of amounts may not change them. */
async function computeShipmentValues(
  context: Context,
  { parcels, insured, freight }: ShipmentChanges,
) {
  if ((freight ?? insured) !== undefined && !seesFreight(context)) refuseWith('access.denied');
  const money = await exactAmounts(context, { freight, insured });
  return {
    freight: money.freight ?? null,
    insured: money.insured ?? null,
    weight: toPlainDecimal(sum(parcels.map(({ weight, pieces }) => decimal(weight).times(pieces)))),
    billable: toPlainDecimal(billableWeight(parcels)),
  };
}

async function writeParcels(
  { tx, tenantId }: Context,
  id: string,
  parcels: ShipmentChanges['parcels'],
): Promise<void> {
  const numbered = parcels.map((parcel, at) => ({ ...parcel, parcel: at + 1 }));
  const columns =
    'parcel int, packing text, length numeric, width numeric, height numeric, weight numeric, pieces int';
  await sql`
    insert into logistics_parcel (tenant_id, order_id, parcel, packing, length, width, height, weight, pieces)
    select ${tenantId}, ${id}, parcel, packing, length, width, height, weight, pieces
    from ${rowsAsTable(numbered, columns)} returning parcel`.execute(tx);
}

/** Creates an approved document's shipment from the warehouse; a return ships from the customer. */
export async function addOrder(
  context: Context,
  { documentId, ...changes }: NewShipment,
): Promise<SavedShipment> {
  const { tx, tenantId, scope } = context;
  const document = await documentFor(context, documentId);
  const direction = carriedAs[document.kind];
  if (direction === undefined)
    return refuseWith('shipment.notCarried', { number: document.number ?? '' });
  if (document.approval !== 'approved')
    refuseWith('document.sourceState', { number: document.number ?? '' });
  const carrier = await carrierFor(context, changes.companyId);
  const { weight, billable, insured, freight } = await computeShipmentValues(context, changes);
  const number =
    carrier.order_prefix + (await nextCount(context, 'logisticsOrder', '')).padStart(8, '0');
  const { sender } = await readShipmentEnds(context, document);
  const { rows } = await sql<OrderRow>`
    insert into logistics_order (tenant_id, number, company_id, document_id, direction, service, signature, ship_date,
      sender, sender_phone, sender_address, receiver, phone, address, postcode, weight, billable_weight, insured, freight, cost_bearer,
      remark, creator_id)
    values (${tenantId}, ${number}, ${changes.companyId}, ${documentId}, ${direction}, ${changes.service},
      ${changes.signature}, ${changes.shipDate}, ${sender.name}, ${sender.phone}, ${sender.address}, ${changes.receiver}, ${changes.phone},
      ${changes.address}, ${changes.postcode}, ${weight}, ${billable}, ${insured ?? '0'}, ${freight ?? '0'},
      ${changes.costBearer}, ${changes.remark ?? ''}, ${scope.userId})
    returning *`.execute(tx);
  const row = orRefuseMissing(rows[0]);
  await writeParcels(context, row.id, changes.parcels);
  logChange(context, { ...toShipmentLogSubject(row), action: 'add', after: row });
  return { id: row.id, version: row.version };
}

/** Changes a shipment without a label. */
export async function updateOrder(
  context: Context,
  { id, version, ...changes }: InputOf<typeof logisticsOrders.update>,
): Promise<SavedShipment> {
  const { tx, tenantId } = context;
  const { order } = await lockOrder(context, id);
  if (order.version !== version) await refuseStale(context, 'logistics_order', id, order.version);
  mustStand(order);
  if (order.tracking !== '') refuseWith('shipment.labelled', { number: order.tracking });
  await carrierFor(context, changes.companyId);
  const { weight, billable, insured, freight } = await computeShipmentValues(context, changes);
  const { rows } = await sql<OrderRow>`
    update logistics_order set company_id = ${changes.companyId}, service = ${changes.service},
      signature = ${changes.signature}, ship_date = ${changes.shipDate}::date, receiver = ${changes.receiver},
      phone = ${changes.phone}, address = ${changes.address}, postcode = ${changes.postcode}, weight = ${weight},
      billable_weight = ${billable}, insured = coalesce(${insured}::numeric, insured), freight = coalesce(${freight}::numeric, freight),
      cost_bearer = ${changes.costBearer}, remark = coalesce(${changes.remark ?? null}, remark), version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id} returning *`.execute(tx);
  const after = orRefuseMissing(rows[0]);
  await sql`delete from logistics_parcel where tenant_id = ${tenantId} and order_id = ${id}`.execute(
    tx,
  );
  await writeParcels(context, id, changes.parcels);
  logChange(context, { ...toShipmentLogSubject(order), action: 'update', before: order, after });
  return { id, version: after.version };
}

export function mustStand({ state, number }: OrderRow): void {
  if (state === 'cancelled') refuseWith('shipment.void', { number });
}

/**
 * Assigns a tracking number, shown on the document. Concurrent requests get one number: the second waits
 * and finds the first's.
 */
export async function labelOrder(
  context: Context,
  { id, tracking = '' }: InputOf<typeof logisticsOrders.label>,
): Promise<ReplyOf<typeof logisticsOrders.label>> {
  const { order, document } = await lockOrder(context, id);
  mustStand(order);
  const typed = normalTracking(tracking);
  if (order.tracking !== '') {
    if (typed !== '' && typed !== normalTracking(order.tracking))
      refuseWith('shipment.labelled', { number: order.tracking });
    return { tracking: order.tracking };
  }
  const { code } = await carrierFor(context, order.company_id);
  const number = typed === '' ? ownTracking(code, await nextCount(context, 'tracking', '')) : typed;
  await writeShipmentTracking(context, order, number);
  await externallyTracked(context, document, number);
  await expectFreight(context, order, document);
  return { tracking: number };
}

async function writeShipmentTracking(
  context: Context,
  order: OrderRow,
  tracking: string,
): Promise<void> {
  const { tx, tenantId } = context;
  try {
    await sql`
      update logistics_order set tracking = ${tracking}, version = version + 1, updated_at = now()
      where tenant_id = ${tenantId} and id = ${order.id}`.execute(tx);
  } catch (error) {
    if (sqlError(error)?.constraint !== 'logistics_order__tracking') throw error;
    refuseWith('shipment.trackingTaken', { number: tracking }, { field: 'tracking' });
  }
  logChange(context, {
    ...toShipmentLogSubject(order),
    action: 'update',
    before: { tracking: order.tracking },
    after: { tracking },
  });
}

/** Voids a shipment not picked up. The document then shows a remaining shipment's number, if any. */
export async function voidOrder(
  context: Context,
  { id }: InputOf<typeof logisticsOrders.void>,
): Promise<ReplyOf<typeof logisticsOrders.void>> {
  const { tx, tenantId } = context;
  const { order, document } = await lockOrder(context, id);
  mustStand(order);
  if (order.state !== 'created') refuseWith('shipment.pickedUp', { number: order.number });
  await voidFreight(context, order, document);
  await sql`
    update logistics_order set state = 'cancelled', version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  let carried = document.external_tracking;
  if (order.tracking !== '' && normalTracking(carried) === normalTracking(order.tracking)) {
    const { rows } = await sql<{ tracking: string }>`
      select tracking from logistics_order
      where tenant_id = ${tenantId} and document_id = ${document.id} and state <> 'cancelled' and tracking <> ''
      order by id desc limit 1`.execute(tx);
    carried = rows[0]?.tracking ?? '';
    await externallyTracked(context, document, carried);
  }
  logChange(context, {
    ...toShipmentLogSubject(order),
    action: 'void',
    before: { state: order.state, tracking: order.tracking },
    after: { state: 'cancelled' },
  });
  return { tracking: carried };
}
