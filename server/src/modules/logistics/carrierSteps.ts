// Voiding and tracking of shipments by the carrier's API.
import type { InputOf, ReplyOf, logisticsOrders } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { holdPlace, ownCall } from '../../kernel/http/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';
import { callCarrier, readCarrierConnection } from './carrier.ts';
import type { CarrierConnection } from './carrier.ts';
import { recordCalls } from './carrierCalls.ts';
import { requireVoidableFreight } from './freight.ts';
import { SHORT_WORK, refuseCarrierFailure } from './label.ts';
import type { Asking } from './label.ts';
import { lockOrder, mustStand, requireNoCall, voidOrder } from './orders.ts';
import type { LockedOrder } from './orders.ts';
import { keepCarrierEvents } from './tracks.ts';

interface AskedShipment {
  readonly order: LockedOrder;
  readonly company: string;
}

async function askedShipment(context: Context, id: string): Promise<AskedShipment> {
  const { tx, tenantId } = context;
  const { order } = await lockOrder(context, id);
  mustStand(order);
  requireNoCall(order);
  const { rows } = await sql<{ name: string }>`
    select name from logistics_company
    where tenant_id = ${tenantId} and id = ${order.company_id}`.execute(tx);
  return { order, company: orRefuseMissing(rows[0]).name };
}

/** Carrier of the label of a shipment, and the start of the call. */
interface VoidingCarrier {
  readonly carrier: CarrierConnection;
  readonly calledAt: string;
}

type ShipmentVoiding = AskedShipment & { readonly voids: VoidingCarrier | null };

/** Voids a shipment, at the carrier first if the carrier made the label or may have made one. */
export async function voidWithCarrier(
  kernel: Asking,
  { id, onlyHere = false }: InputOf<typeof logisticsOrders.void>,
  call: EndpointCall,
): Promise<ReplyOf<typeof logisticsOrders.void>> {
  const own = ownCall(kernel, call.scope, call.language, SHORT_WORK);
  const opened = await own.transact((context) => openVoid(kernel, context, { id, onlyHere }));
  const { order, voids } = opened;
  const calledAt = voids?.calledAt ?? null;
  try {
    if (voids !== null)
      await holdPlace(kernel.outgoing, call.scope, () =>
        requestVoid(kernel, opened, voids.carrier, call),
      );
    const { label_request } = order;
    return await call.transact((context) => voidOrder(context, { id, label_request, calledAt }));
  } catch (error) {
    if (calledAt !== null) await own.transact((context) => endCall(context, id, calledAt));
    throw error;
  }
}

/** Ends a call without effect: the shipment is free for the next step. */
async function endCall({ tx, tenantId }: Context, id: string, calledAt: string): Promise<null> {
  await sql`
    update logistics_order set label_asked_at = null
    where tenant_id = ${tenantId} and id = ${id} and label_asked_at = ${calledAt}::timestamptz`.execute(
    tx,
  );
  return null;
}

/** Notes the start of the call against labels made meanwhile; without a carrier's label nothing is called. */
async function openVoid(
  { vault }: Asking,
  context: Context,
  { id, onlyHere }: { readonly id: string; readonly onlyHere: boolean },
): Promise<ShipmentVoiding> {
  const { tx, tenantId } = context;
  const asked = await askedShipment(context, id);
  const { order, company } = asked;
  if (order.state !== 'created') refuseWith('shipment.pickedUp', { number: order.number });
  await requireVoidableFreight(context, order);
  if (order.label_request === '' || onlyHere) return { ...asked, voids: null };
  const carrier = await readCarrierConnection(vault, context, order.company_id);
  if (carrier === null) return refuseWith('carrier.noAccess', { name: company });
  const { rows } = await sql<{ calledAt: string }>`
    update logistics_order set label_asked_at = now() where tenant_id = ${tenantId} and id = ${id}
    returning label_asked_at::text as "calledAt"`.execute(tx);
  return { ...asked, voids: { carrier, ...orRefuseMissing(rows[0]) } };
}

/** Voids the label at the carrier. */
async function requestVoid(
  kernel: Asking,
  { order, company }: AskedShipment,
  carrier: CarrierConnection,
  call: EndpointCall,
): Promise<void> {
  const { id, company_id: companyId, label_request: request } = order;
  const { number, ship_day: shipDate } = order;
  const question = { request, number, shipDate, tracking: spelledTracking(order) };
  const { answer, made } = await callCarrier(
    kernel.carriers,
    carrier,
    'void',
    { companyId, orderId: id },
    (api) => api.void(question),
  );
  await ownCall(kernel, call.scope, call.language, SHORT_WORK).transact((context) =>
    recordCalls(context, [made]).then(() => null),
  );
  if (answer.result !== 'ok') refuseCarrierFailure(company, answer);
}

/** Returns the number in the spelling of the carrier; typed numbers have the normal form alone. */
const spelledTracking = ({ tracking, carrier_tracking: spelled }: LockedOrder): string =>
  spelled === '' ? tracking : spelled;

/** Asks the carrier for the events of a shipment, and stores new events. */
export async function askTracks(
  kernel: Asking,
  { id }: InputOf<typeof logisticsOrders.askTracks>,
  call: EndpointCall,
): Promise<ReplyOf<typeof logisticsOrders.askTracks>> {
  const own = ownCall(kernel, call.scope, call.language, SHORT_WORK);
  const { order, company, carrier } = await own.transact(async (context) => {
    const asked = await askedShipment(context, id);
    const { tracking, number, company_id: companyId } = asked.order;
    if (tracking === '') refuseWith('shipment.unlabelled', { number });
    return { ...asked, carrier: await readCarrierConnection(kernel.vault, context, companyId) };
  });
  if (carrier === null) return refuseWith('carrier.incomplete');
  const subject = { companyId: order.company_id, orderId: id };
  const { answer, made } = await holdPlace(kernel.outgoing, call.scope, () =>
    callCarrier(kernel.carriers, carrier, 'track', subject, (api) =>
      api.track(spelledTracking(order)),
    ),
  );
  if (answer.result !== 'ok') {
    await own.transact((context) => recordCalls(context, [made]).then(() => null));
    return refuseCarrierFailure(company, answer);
  }
  return call.transact(async (context) => {
    await recordCalls(context, [made]);
    return { added: await keepCarrierEvents(context, id, answer.value) };
  });
}
