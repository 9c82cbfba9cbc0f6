import { trackPage } from '@tradehouse/contract';
import type { InputOf, Parcel, ReplyOf, logisticsOrders } from '@tradehouse/contract';
import { decimal, normalTracking, rounded, toOwnCode, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { holdPlace, ownCall } from '../../kernel/http/index.ts';
import type { Context, Kernel } from '../../kernel/access/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';
import { keepRecordFiles } from '../file/index.ts';
import { notifyUsers } from '../message/index.ts';
import { callCarrier, readCarrierConnection } from './carrier.ts';
import type { CarrierConnection } from './carrier.ts';
import type { CarrierAnswer, CarrierLabel, LabelQuestion } from './carrierApi.ts';
import { recordCalls } from './carrierCalls.ts';
import type { CarrierCall } from './carrierCalls.ts';
import { requireCarrierFields } from './carrierNeeds.ts';
import { labelOrder, lockOrder, mustStand, requireNoCall, trackedWith } from './orders.ts';
import type { OrderRow } from './orders.ts';

export type Asking = Pick<Kernel, 'vault' | 'carriers' | 'outgoing' | 'lanes'>;
type LabelInput = InputOf<typeof logisticsOrders.label>;
type LabelledShipment = ReplyOf<typeof logisticsOrders.label>;

/** Milliseconds of the short transactions before and after a call. */
export const SHORT_WORK = 30_000;

/**
 * Labels a shipment: by a typed number, by a number of the product, or by the carrier's API. The carrier is
 * called between two transactions; the request id of the first lets a repeat get the same label.
 */
export async function labelShipment(
  kernel: Asking,
  input: LabelInput,
  call: EndpointCall,
): Promise<LabelledShipment> {
  const { id, tracking = '', own = false } = input;
  const byCarrier =
    normalTracking(tracking) === '' &&
    !own &&
    (await call.read((context) => isLabelledByCarrier(kernel, context, id)));
  if (!byCarrier) return call.transact((context) => labelOrder(context, input));
  return holdPlace(kernel.outgoing, call.scope, () => askForLabel(kernel, id, call));
}

async function isLabelledByCarrier(
  { vault }: Asking,
  context: Context,
  id: string,
): Promise<boolean> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ company_id: string; tracking: string }>`
    select company_id, tracking from logistics_order
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  const { company_id, tracking } = orRefuseMissing(rows[0]);
  return tracking === '' && (await readCarrierConnection(vault, context, company_id)) !== null;
}

interface OpenRequest {
  readonly order: OrderRow;
  readonly company: string;
  readonly documentNumber: string;
  readonly carrier: CarrierConnection;
  readonly question: LabelQuestion;
}

async function askForLabel(
  kernel: Asking,
  id: string,
  call: EndpointCall,
): Promise<LabelledShipment> {
  const own = ownCall(kernel, call.scope, call.language, SHORT_WORK);
  const open = await own.transact((context) => openRequest(kernel, context, id));
  // LabelledShipment by a concurrent call meanwhile.
  if (open === null) return call.transact((context) => labelOrder(context, { id }));
  const { order, carrier, question } = open;
  const subject = { companyId: order.company_id, orderId: id };
  const { answer, made } = await callCarrier(kernel.carriers, carrier, 'label', subject, (api) =>
    api.label(question),
  );
  if (answer.result === 'ok')
    return call.transact((context) => keepLabel(context, open, answer.value, made));
  // A request that was never sent made no label, unless an earlier call under the same id did.
  const isClosed =
    answer.result === 'refused' || (answer.unsent === true && !open.question.repeated);
  await own.transact((context) => closeFailed(context, open, made, isClosed));
  return refuseCarrierFailure(open.company, answer);
}

/** Refuses what the carrier did not do. */
export function refuseCarrierFailure(
  name: string,
  answer: Exclude<CarrierAnswer<unknown>, { readonly result: 'ok' }>,
): never {
  if (answer.result === 'refused') {
    const { text, voided: tracking } = answer;
    return tracking === undefined
      ? refuseWith('carrier.refused', { name, text })
      : refuseWith('carrier.earlierVoid', { name, tracking });
  }
  const { reference } = answer;
  return reference === undefined
    ? refuseWith('carrier.unreachable', { name })
    : refuseWith('carrier.labelUnknown', { name, reference });
}

/** Notes the start of the call under the shipment's request id; null if the shipment is labelled. */
async function openRequest(
  { vault }: Asking,
  context: Context,
  id: string,
): Promise<OpenRequest | null> {
  const { tx, tenantId } = context;
  const { order, document } = await lockOrder(context, id);
  mustStand(order);
  if (order.tracking !== '') return null;
  requireNoCall(order);
  const carrier = await readCarrierConnection(vault, context, order.company_id);
  if (carrier === null) return null;
  const { rows: companies } = await sql<{ name: string; enabled: boolean; currency: string }>`
    select company.name, company.enabled, setting.currency from logistics_company company
    join tenant_setting setting on setting.tenant_id = ${tenantId}
    where company.tenant_id = ${tenantId} and company.id = ${order.company_id}`.execute(tx);
  const { name, enabled, currency } = orRefuseMissing(companies[0]);
  if (!enabled) refuseWith('record.missing', {}, { field: 'companyId' });
  const request = order.label_request === '' ? randomUUID() : order.label_request;
  const { rows: parcels } = await sql<Parcel>`
    select packing, trim_scale(length)::text as length, trim_scale(width)::text as width,
      trim_scale(height)::text as height, trim_scale(weight)::text as weight, pieces
    from logistics_parcel where tenant_id = ${tenantId} and order_id = ${id} order by parcel`.execute(
    tx,
  );
  const insured = decimal(order.insured);
  const question: LabelQuestion = {
    request,
    number: order.number,
    from: {
      name: order.sender,
      phone: order.sender_phone,
      address: order.sender_address,
      postcode: order.sender_postcode,
      city: order.sender_city,
      region: order.sender_region,
      country: order.sender_country,
    },
    to: {
      name: order.receiver,
      phone: order.phone,
      address: order.address,
      postcode: order.postcode,
      city: order.city,
      region: order.region,
      country: order.country,
    },
    parcels,
    service: order.service,
    signature: order.signature,
    shipDate: order.ship_day,
    insured: insured.gt(0) ? { amount: toPlainDecimal(insured), currency } : null,
    costBearer: order.cost_bearer,
    direction: order.direction,
    format: order.label_format,
    repeated: order.label_request !== '',
  };
  // An open request stays as it was sent.
  if (!question.repeated) requireCarrierFields(carrier.adapter, name, question);
  await sql`
    update logistics_order set label_request = ${request}, label_asked_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  return {
    order: { ...order, label_request: request },
    company: name,
    documentNumber: document.number ?? '',
    carrier,
    question,
  };
}

/** Stores the carrier's number, files and freight; freight in another currency stays as estimated. */
async function keepLabel(
  context: Context,
  { order: { id, label_request: request, number } }: OpenRequest,
  { tracking, freight, files }: CarrierLabel,
  made: CarrierCall,
): Promise<LabelledShipment> {
  const { tx, tenantId } = context;
  await recordCalls(context, [made]);
  const { order, document } = await lockOrder(context, id);
  if (order.label_request !== request || order.tracking !== '' || order.state === 'cancelled')
    refuseWith('shipment.labelling', { number });
  const { rows } = await sql<{ currency: string; digits: number }>`
    select currency, currency_digits as digits from tenant_setting where tenant_id = ${tenantId}`.execute(
    tx,
  );
  const { currency, digits } = orRefuseMissing(rows[0]);
  // The label exists: more decimals than the currency has are rounded, not refused.
  const amount =
    freight !== null && toOwnCode(freight.currency, currency) === currency
      ? toPlainDecimal(rounded(decimal(freight.amount), digits))
      : null;
  await sql`
    update logistics_order set label_asked_at = null, carrier_tracking = ${tracking},
      freight = coalesce(${amount}::numeric, freight)
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  const reply = await trackedWith(context, { order, document }, normalTracking(tracking));
  await keepRecordFiles(
    context,
    { sort: 'shipment', id },
    files.map(({ type, bytes }, at) => ({
      name: `${reply.tracking}${files.length > 1 ? `-${at + 1}` : ''}.${type}`,
      type,
      bytes,
    })),
  );
  return reply;
}

/** Ends a failed call: if closed, there is no label, hence the next try is a new request. */
async function closeFailed(
  context: Context,
  { order, documentNumber }: OpenRequest,
  made: CarrierCall,
  isClosed: boolean,
): Promise<null> {
  const { tx, tenantId } = context;
  await recordCalls(context, [made]);
  const { rows } = await sql<{ creator_id: string }>`
    update logistics_order set label_asked_at = null,
      label_request = case when ${isClosed} then '' else label_request end
    where tenant_id = ${tenantId} and id = ${order.id} and label_request = ${order.label_request}
    returning creator_id`.execute(tx);
  await notifyUsers(context, {
    readers: rows.map((row) => row.creator_id),
    type: 'labelFailed',
    text: [order.number, documentNumber, made.detail].filter((part) => part !== '').join(' · '),
    openType: 'url',
    openPage: `${trackPage}?${new URLSearchParams({ number: order.number }).toString()}`,
    subject: order.id,
    eventKey: `labelFailed:${order.id}:${order.label_request}`,
  });
  return null;
}
