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
import type { CarrierService, LabelFormat, TrackState } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { rowsAsTable, logChange, refuseStale, sqlError } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { externallyTracked, lockWithOutbounds, nextCount, visibleIds } from '../document/index.ts';
import type { DocumentRow } from '../document/index.ts';
import { dropFiles } from '../file/index.ts';
import { exactAmounts } from '../system/index.ts';
import { requireNotCarried, trackFirstOutbound } from './carriedOrders.ts';
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
  /** Tracking number in the spelling of the carrier; '' without a number of the carrier. */
  readonly carrier_tracking: string;
  readonly state: TrackState;
  readonly service: CarrierService;
  readonly signature: boolean;
  readonly sender: string;
  readonly sender_phone: string;
  readonly sender_address: string;
  readonly sender_postcode: string;
  readonly sender_city: string;
  readonly sender_region: string;
  readonly sender_country: string;
  readonly receiver: string;
  readonly phone: string;
  readonly address: string;
  readonly postcode: string;
  readonly city: string;
  readonly region: string;
  readonly country: string;
  readonly direction: 'ship' | 'return';
  readonly insured: string;
  readonly cost_bearer: string;
  readonly label_format: LabelFormat;
  /** Request id of the carrier's label; '' if none was requested. */
  readonly label_request: string;
}

export interface LockedOrder extends OrderRow {
  /** Ship date as a day. */
  readonly ship_day: string;
  /** A call to label or void has begun within a minute. */
  readonly is_asking: boolean;
  /** Text of the start of the call; null: no call. */
  readonly asked_at: string | null;
}

const toShipmentLogSubject = ({ id, number }: Pick<OrderRow, 'id' | 'number'>) => ({
  subject: 'logistics_order' as const,
  subjectId: id,
  number,
});

async function documentFor(context: Context, id: string): Promise<DocumentRow> {
  const heads = await lockWithOutbounds(context, [id]);
  return orRefuseMissing((await visibleIds(context, [id])).has(id) ? heads.get(id) : undefined);
}

/** Locks a shipment after the document: concurrent work on either waits here. */
export async function lockOrder(
  context: Context,
  id: string,
): Promise<{ readonly order: LockedOrder; readonly document: DocumentRow }> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ document_id: string }>`
    select document_id from logistics_order where tenant_id = ${tenantId} and id = ${id}`.execute(
    tx,
  );
  const document = await documentFor(context, orRefuseMissing(rows[0]).document_id);
  const locked = await sql<LockedOrder>`
    select *, ship_date::text as ship_day, label_asked_at::text as asked_at,
      coalesce(label_asked_at > now() - interval '1 minute', false) as is_asking
    from logistics_order where tenant_id = ${tenantId} and id = ${id} for update`.execute(tx);
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

/** Parts of the sender entered with a shipment; absent parts stay those of the warehouse or the partner. */
const changedSender = (changes: ShipmentChanges) =>
  Object.fromEntries(
    Object.entries({
      phone: changes.senderPhone,
      postcode: changes.senderPostcode,
      city: changes.senderCity,
      region: changes.senderRegion,
      country: changes.senderCountry,
    }).flatMap(([part, text]) => (text === undefined ? [] : [[part, text]])),
  );

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
  await requireNotCarried(context, document);
  const carrier = await carrierFor(context, changes.companyId);
  const { weight, billable, insured, freight } = await computeShipmentValues(context, changes);
  const number =
    carrier.order_prefix + (await nextCount(context, 'logisticsOrder', '')).padStart(8, '0');
  const { sender, receiver } = await readShipmentEnds(context, document);
  const from = { ...sender, ...changedSender(changes) };
  const { rows } = await sql<OrderRow>`
    insert into logistics_order (tenant_id, number, company_id, document_id, direction, service, signature, ship_date,
      sender, sender_phone, sender_address, sender_postcode, sender_city, sender_region, sender_country,
      receiver, phone, address, postcode, city, region, country, weight, billable_weight, insured, freight,
      cost_bearer, label_format, remark, creator_id)
    values (${tenantId}, ${number}, ${changes.companyId}, ${documentId}, ${direction}, ${changes.service},
      ${changes.signature}, ${changes.shipDate}, ${from.name}, ${from.phone}, ${from.address},
      ${from.postcode}, ${from.city}, ${from.region}, ${from.country},
      ${changes.receiver}, ${changes.phone}, ${changes.address}, ${changes.postcode},
      ${changes.city ?? receiver.city}, ${changes.region ?? receiver.region},
      ${changes.country ?? receiver.country}, ${weight}, ${billable}, ${insured ?? '0'}, ${freight ?? '0'},
      ${changes.costBearer}, ${changes.labelFormat ?? 'label'}, ${changes.remark ?? ''}, ${scope.userId})
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
  requireNoCall(order);
  if (order.label_request !== '') refuseWith('shipment.labelOpen', { number: order.number });
  await carrierFor(context, changes.companyId);
  const { weight, billable, insured, freight } = await computeShipmentValues(context, changes);
  const { rows } = await sql<OrderRow>`
    update logistics_order set company_id = ${changes.companyId}, service = ${changes.service},
      signature = ${changes.signature}, ship_date = ${changes.shipDate}::date, receiver = ${changes.receiver},
      phone = ${changes.phone}, address = ${changes.address}, postcode = ${changes.postcode},
      city = coalesce(${changes.city ?? null}, city), region = coalesce(${changes.region ?? null}, region),
      country = coalesce(${changes.country ?? null}, country),
      sender_phone = coalesce(${changes.senderPhone ?? null}, sender_phone),
      sender_postcode = coalesce(${changes.senderPostcode ?? null}, sender_postcode),
      sender_city = coalesce(${changes.senderCity ?? null}, sender_city),
      sender_region = coalesce(${changes.senderRegion ?? null}, sender_region),
      sender_country = coalesce(${changes.senderCountry ?? null}, sender_country), weight = ${weight},
      billable_weight = ${billable}, insured = coalesce(${insured}::numeric, insured), freight = coalesce(${freight}::numeric, freight),
      cost_bearer = ${changes.costBearer},
      label_format = coalesce(${changes.labelFormat ?? null}, label_format),
      remark = coalesce(${changes.remark ?? null}, remark), version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id} returning *`.execute(tx);
  const after = orRefuseMissing(rows[0]);
  await sql`delete from logistics_parcel where tenant_id = ${tenantId} and order_id = ${id}`.execute(
    tx,
  );
  await writeParcels(context, id, changes.parcels);
  logChange(context, { ...toShipmentLogSubject(order), action: 'update', before: order, after });
  return { id, version: after.version };
}

/** Refuses work on a shipment while the carrier labels or voids the shipment. */
export function requireNoCall({ is_asking: isAsking, number }: LockedOrder): void {
  if (isAsking) refuseWith('shipment.labelling', { number });
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
  requireNoCall(order);
  const { code } = await carrierFor(context, order.company_id);
  const number = typed === '' ? ownTracking(code, await nextCount(context, 'tracking', '')) : typed;
  return trackedWith(context, { order, document }, number);
}

/** Writes the tracking number on a locked shipment and its documents, and expects the freight. */
export async function trackedWith(
  context: Context,
  { order, document }: { readonly order: OrderRow; readonly document: DocumentRow },
  tracking: string,
): Promise<ReplyOf<typeof logisticsOrders.label>> {
  await writeShipmentTracking(context, order, tracking);
  await externallyTracked(context, document, tracking);
  await trackFirstOutbound(context, document, tracking);
  await expectFreight(context, order, document);
  return { tracking };
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

/** Shipment read before a void, with the start of the call of the carrier; null: no call. */
export interface ShipmentToVoid extends Pick<OrderRow, 'id' | 'label_request'> {
  readonly calledAt: string | null;
}

/** Voids a shipment not picked up. The document then shows a remaining shipment's number, if any. */
export async function voidOrder(
  context: Context,
  { id, label_request: request, calledAt }: ShipmentToVoid,
): Promise<ReplyOf<typeof logisticsOrders.void>> {
  const { tx, tenantId } = context;
  const { order, document } = await lockOrder(context, id);
  mustStand(order);
  if (order.state !== 'created') refuseWith('shipment.pickedUp', { number: order.number });
  if (calledAt === null || calledAt !== order.asked_at) requireNoCall(order);
  // A label made since the read is not void at the carrier.
  if (order.label_request !== request) refuseWith('shipment.labelling', { number: order.number });
  await dropFiles(context, 'shipment', [id]);
  await voidFreight(context, order, document);
  await sql`
    update logistics_order set state = 'cancelled', label_asked_at = null, version = version + 1,
      updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  let carried = document.external_tracking;
  if (order.tracking !== '' && normalTracking(carried) === normalTracking(order.tracking)) {
    const { rows } = await sql<{ tracking: string }>`
      select tracking from logistics_order
      where tenant_id = ${tenantId} and document_id = ${document.id} and state <> 'cancelled' and tracking <> ''
      order by id desc limit 1`.execute(tx);
    carried = rows[0]?.tracking ?? '';
    await externallyTracked(context, document, carried);
    await trackFirstOutbound(context, document, carried);
  }
  logChange(context, {
    ...toShipmentLogSubject(order),
    action: 'void',
    before: { state: order.state, tracking: order.tracking },
    after: { state: 'cancelled' },
  });
  return { tracking: carried };
}
