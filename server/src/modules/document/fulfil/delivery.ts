// Delivery preparation: receiver, picked quantities and parcels of outbound goods.
import type {
  DocumentDelivery,
  InputOf,
  ReplyOf,
  confirmShipment,
  deliveryOf,
  keepDelivery,
} from '@tradehouse/contract';
import type { AnyKindCode, DocumentKind } from '@tradehouse/domain';
import { decimal, documentKinds, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  orRefuseMissing,
  mayOpen,
  refuseWith,
  visibleDocuments,
} from '../../../kernel/access/index.ts';
import { rowsAsTable, runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { recordStep, tellChanged } from '../store/journal.ts';
import { lockHeads, visibleIds } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import { checkWarehouses } from '../save/save.ts';
import { refuseKind } from './refuseKind.ts';

interface DeliveryStatusRow {
  readonly version: number;
  readonly packed: boolean;
  readonly shippedAt: string | null;
}

/** Tracking number of the visible order of outbound `d`, of which `d` is the first outbound; '' if none. */
const orderTrackingSql = ({ tenantId, scope }: Context) => sql`coalesce((
  select sold.external_tracking from document_link k
  join document sold on sold.tenant_id = ${tenantId} and sold.id = k.source_document_id
  where k.tenant_id = ${tenantId} and k.target_document_id = d.id and sold.kind = 'saleOrder'
    and sold.external_tracking <> '' and ${visibleDocuments(scope, 'sold')} and not exists (
      select from document_link x
      join document earlier on earlier.tenant_id = ${tenantId} and earlier.id = x.target_document_id
      where x.tenant_id = ${tenantId} and x.source_document_id = sold.id and earlier.kind = 'saleOut'
        and earlier.deleted_at is null and earlier.id < d.id)
  order by sold.id limit 1), '')`;

const parcelColumns = sql`packing, trim_scale(length)::text as length, trim_scale(width)::text as width,
  trim_scale(height)::text as height, trim_scale(weight)::text as weight, pieces`;

/**
 * Reads the stored delivery. Before the first save, an outbound starts from the orders' preparation;
 * everything else is still to be picked, for the customer.
 */
export async function readDelivery(
  context: Context,
  { id }: InputOf<typeof deliveryOf>,
): Promise<ReplyOf<typeof deliveryOf>> {
  const { tx, tenantId } = context;
  orRefuseMissing((await visibleIds(context, [id])).has(id) ? id : null);
  const [heads, picks, parcels] = await runTogether([
    sql<
      DeliveryStatusRow &
        Omit<DocumentDelivery, 'picks' | 'parcels'> &
        KindAndNumber & { readonly tracking: string }
    >`
      select d.kind, d.number,
        coalesce(nullif(d.external_tracking, ''), ${orderTrackingSql(context)}) as tracking,
        coalesce(v.version, 0) as version, coalesce(v.packed, false) as packed,
        v.shipped_at as "shippedAt",
        coalesce(v.receiver, nullif(p.contacts, ''), p.name, '') as receiver,
        coalesce(v.phone, nullif(p.phone, ''), p.telephone, '') as phone,
        coalesce(v.address, p.address, '') as address, coalesce(v.postcode, '') as postcode,
        coalesce(v.remark, '') as remark
      from document d
      left join delivery v on v.tenant_id = ${tenantId} and v.document_id = d.id
      left join partner p on p.tenant_id = ${tenantId} and p.id = d.partner_id
      where d.tenant_id = ${tenantId} and d.id = ${id}`.execute(tx),
    sql<DocumentDelivery['picks'][number]>`
      select line, trim_scale(quantity)::text as quantity from delivery_pick
      where tenant_id = ${tenantId} and document_id = ${id} order by line`.execute(tx),
    sql<DocumentDelivery['parcels'][number]>`
      select ${parcelColumns} from parcel
      where tenant_id = ${tenantId} and document_id = ${id} order by parcel`.execute(tx),
  ]);
  const { kind, number, version, packed, shippedAt, tracking, ...receiver } = orRefuseMissing(
    heads.rows[0],
  );
  checkKind(context, { kind, number });
  const own = { ...receiver, picks: picks.rows, parcels: parcels.rows };
  const begins = version === 0 && deliveryKindOf(kind).handling === 'ship';
  return {
    version,
    packed,
    shippedAt,
    tracking,
    delivery: begins ? await madeReady(context, id, own) : own,
  };
}

/**
 * Reads the goods picked and packed with an outbound's visible orders, for an order's first prepared outbound
 * only, because parcels exist once.
 */
async function madeReady(
  { tx, tenantId, scope }: Context,
  id: string,
  own: DocumentDelivery,
): Promise<DocumentDelivery> {
  const orders = sql`
    select distinct k.source_document_id from document_link k
    join document sold on sold.tenant_id = ${tenantId} and sold.id = k.source_document_id
    where k.tenant_id = ${tenantId} and k.target_document_id = ${id} and ${visibleDocuments(scope, 'sold')}
      and not exists (
      select from document_link x
      join delivery t on t.tenant_id = ${tenantId} and t.document_id = x.target_document_id
      join document o on o.tenant_id = ${tenantId} and o.id = x.target_document_id and o.deleted_at is null
      where x.tenant_id = ${tenantId} and x.source_document_id = k.source_document_id)`;
  const [receivers, picks, parcels] = await runTogether([
    sql<DeliveryReceiverFields>`
      select receiver, phone, address, postcode, remark from delivery
      where tenant_id = ${tenantId} and document_id in (${orders}) order by document_id limit 1`.execute(
      tx,
    ),
    sql<DocumentDelivery['picks'][number]>`
      select l.line, trim_scale(least(p.quantity * s.ratio / l.ratio, l.quantity))::text as quantity
      from document_link k
      join document_line l on l.tenant_id = ${tenantId} and l.document_id = k.target_document_id and l.line = k.target_line
      join document_line s on s.tenant_id = ${tenantId} and s.document_id = k.source_document_id and s.line = k.source_line
      join delivery_pick p on p.tenant_id = ${tenantId} and p.document_id = s.document_id and p.line = s.line
      where k.tenant_id = ${tenantId} and k.target_document_id = ${id} and k.source_document_id in (${orders})
      order by l.line`.execute(tx),
    sql<DocumentDelivery['parcels'][number]>`
      select ${parcelColumns} from parcel
      where tenant_id = ${tenantId} and document_id in (${orders}) order by document_id, parcel`.execute(
      tx,
    ),
  ]);
  return { ...own, ...receivers.rows[0], picks: picks.rows, parcels: parcels.rows };
}

type KindAndNumber = Pick<DocumentRow, 'kind' | 'number'>;

/** Refuses kinds without delivery, and users without the page or the page's `button`. */
function checkKind(context: Context, row: KindAndNumber, button?: '1'): void {
  const { handling, url } = deliveryKindOf(row.kind);
  if (handling !== 'pack' && handling !== 'ship') refuseKind(context, row, 'delivery.kind');
  if (!mayOpen(context.scope, url ?? '', button)) refuseWith('access.denied');
}

const deliveryKindOf = (code: AnyKindCode): DocumentKind => documentKinds[code];

/** Locks the head and reads the delivery; requires approval, because earlier content may change. */
async function headFor(
  context: Context,
  id: string,
  version: number,
): Promise<{ readonly head: DocumentRow; readonly kept: DeliveryStatusRow }> {
  const heads = await lockHeads(context, [], [id]);
  const head = orRefuseMissing(
    (await visibleIds(context, [id])).has(id) ? heads.get(id) : undefined,
  );
  checkKind(context, head, '1');
  checkWarehouses(context, head.warehouse_ids);
  const number = head.number ?? '';
  if (head.approval !== 'approved') refuseWith('document.sourceState', { number });
  const { tx, tenantId } = context;
  const { rows } = await sql<DeliveryStatusRow>`
    select version, packed, shipped_at as "shippedAt" from delivery
    where tenant_id = ${tenantId} and document_id = ${id}`.execute(tx);
  const kept = rows[0] ?? { version: 0, packed: false, shippedAt: null };
  if (kept.version !== version) refuseWith('record.stale');
  return { head, kept };
}

interface DeliveryLine {
  readonly line: number;
  readonly barcode: string;
  readonly quantity: string;
}

async function readDeliveryLines({ tx, tenantId }: Context, id: string): Promise<DeliveryLine[]> {
  const { rows } = await sql<DeliveryLine>`
    select line, barcode, trim_scale(quantity)::text as quantity from document_line
    where tenant_id = ${tenantId} and document_id = ${id} and sku_id is not null order by position`.execute(
    tx,
  );
  return rows;
}

/** Saves picks and parcels; refuses `delivery.overPicked`, and `delivery.shipped` after shipment. */
export async function saveDelivery(
  context: Context,
  { id, version, picks, parcels, ...receiver }: InputOf<typeof keepDelivery>,
): Promise<ReplyOf<typeof keepDelivery>> {
  const { head, kept } = await headFor(context, id, version);
  if (kept.shippedAt !== null) refuseWith('delivery.shipped', { number: head.number ?? '' });
  const lines = await readDeliveryLines(context, id);
  const picked = new Map(picks.map(({ line, quantity }) => [line, decimal(quantity)]));
  const byLine = new Map(lines.map((line) => [line.line, line]));
  for (const [index, { line, quantity }] of picks.entries()) {
    const at = { field: 'picks', line: index + 1 };
    const wanted = byLine.get(line);
    if (wanted === undefined) return refuseWith('record.missing', {}, at);
    if (decimal(quantity).gt(wanted.quantity))
      refuseWith('delivery.overPicked', { ...wanted, picked: quantity }, at);
  }
  const packed = lines.every(({ line, quantity }) => picked.get(line)?.equals(quantity) === true);
  await writeDelivery(context, id, { ...receiver, packed });
  const rows = [...picked].filter(([, quantity]) => quantity.gt(0));
  await writeParts(
    context,
    id,
    rows.map(([line, quantity]) => ({ line, quantity: toPlainDecimal(quantity) })),
    parcels,
  );
  recordStep(context, head, 'delivery', { before: { packed: kept.packed }, after: { packed } });
  return { version: version + 1, packed };
}

type DeliveryReceiverFields = Omit<DocumentDelivery, 'picks' | 'parcels'>;

async function writeDelivery(
  { tx, tenantId, scope }: Context,
  id: string,
  {
    receiver,
    phone,
    address,
    postcode,
    remark,
    packed,
  }: DeliveryReceiverFields & { readonly packed: boolean },
): Promise<void> {
  await sql`
    insert into delivery (tenant_id, document_id, receiver, phone, address, postcode, remark, packed, user_id)
    values (${tenantId}, ${id}, ${receiver}, ${phone}, ${address}, ${postcode}, ${remark}, ${packed}, ${scope.userId})
    on conflict (tenant_id, document_id) do update set receiver = excluded.receiver, phone = excluded.phone,
      address = excluded.address, postcode = excluded.postcode, remark = excluded.remark, packed = excluded.packed,
      user_id = excluded.user_id, version = delivery.version + 1, updated_at = excluded.updated_at`.execute(
    tx,
  );
}

async function writeParts(
  { tx, tenantId }: Context,
  id: string,
  picks: DocumentDelivery['picks'],
  parcels: DocumentDelivery['parcels'],
): Promise<void> {
  await sql`delete from delivery_pick where tenant_id = ${tenantId} and document_id = ${id}`.execute(
    tx,
  );
  await sql`delete from parcel where tenant_id = ${tenantId} and document_id = ${id}`.execute(tx);
  await sql`
    insert into delivery_pick (tenant_id, document_id, line, quantity)
    select ${tenantId}, ${id}, line, quantity from ${rowsAsTable(picks, 'line int, quantity numeric')}
    returning line`.execute(tx);
  const numbered = parcels.map((parcel, at) => ({ ...parcel, parcel: at + 1 }));
  const columns =
    'parcel int, packing text, length numeric, width numeric, height numeric, weight numeric, pieces int';
  await sql`
    insert into parcel (tenant_id, document_id, parcel, packing, length, width, height, weight, pieces)
    select ${tenantId}, ${id}, parcel, packing, length, width, height, weight, pieces
    from ${rowsAsTable(numbered, columns)} returning parcel`.execute(tx);
}

/** Ships a fully picked outbound with the tracking number. */
export async function shipDelivery(
  context: Context,
  { id, version, tracking }: InputOf<typeof confirmShipment>,
): Promise<ReplyOf<typeof confirmShipment>> {
  const { head, kept } = await headFor(context, id, version);
  if (deliveryKindOf(head.kind).handling !== 'ship')
    refuseWith('delivery.orderShips', { number: head.number ?? '' });
  if (!kept.packed) await refuseUnpicked(context, id);
  const { tx, tenantId, scope } = context;
  await sql`
    update delivery set shipped_at = least(shipped_at, now()), user_id = ${scope.userId}, version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and document_id = ${id}`.execute(tx);
  // An outbound ships once; later calls correct the tracking number.
  await writeDeliveryTracking(context, head, tracking, kept.shippedAt === null ? 'ship' : 'update');
  const before = { shipped: kept.shippedAt !== null, externalTracking: head.external_tracking };
  recordStep(context, head, 'ship', {
    before,
    after: { shipped: true, externalTracking: tracking },
  });
  return { version: version + 1 };
}

async function writeDeliveryTracking(
  context: Context,
  head: DocumentRow,
  tracking: string,
  action: 'ship' | 'update',
): Promise<void> {
  const { tx, tenantId } = context;
  await sql`
    update document set external_tracking = ${tracking}, version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and id = ${head.id}`.execute(tx);
  tellChanged(context, head, action);
}

/** Writes the label's tracking number on a locked document; '' clears. */
export async function externallyTracked(
  context: Context,
  head: DocumentRow,
  tracking: string,
): Promise<void> {
  await writeDeliveryTracking(context, head, tracking, 'update');
  recordStep(context, head, 'update', {
    before: { externalTracking: head.external_tracking },
    after: { externalTracking: tracking },
  });
}

/** Takes the mark of arrival from visible orders whose goods the carrier brought back. */
export async function takeBackArrival(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { tx, tenantId } = context;
  const heads = await lockHeads(context, ids, []);
  const arrived = [...heads.values()].filter((head) => head.arrived);
  await sql`
    update document set arrived = false, version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and id = any(${arrived.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  for (const head of arrived) {
    tellChanged(context, head, 'update');
    recordStep(context, head, 'update', { before: { arrived: true }, after: { arrived: false } });
  }
}

async function refuseUnpicked(context: Context, id: string): Promise<never> {
  const { tx, tenantId } = context;
  const lines = await readDeliveryLines(context, id);
  const { rows } = await sql<{ line: number; quantity: string }>`
    select line, trim_scale(quantity)::text as quantity from delivery_pick
    where tenant_id = ${tenantId} and document_id = ${id}`.execute(tx);
  const picked = new Map(rows.map(({ line, quantity }) => [line, quantity]));
  const open = lines.find(({ line, quantity }) => picked.get(line) !== quantity);
  const { barcode, quantity, line } = orRefuseMissing(open);
  return refuseWith('delivery.notPicked', { barcode, quantity, picked: picked.get(line) ?? '0' });
}
