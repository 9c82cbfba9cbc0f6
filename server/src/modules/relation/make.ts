import { fieldLabel, maskOfKind } from '@tradehouse/contract';
import type { ExternalOrderStanding, InputOf, ReplyOf, externalOrders } from '@tradehouse/contract';
import { decimal, documentKinds, inOurUnit, plain } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, idsOf, log, mayOpen, refuse, seesAmounts } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { saveGoods } from '../document/index.ts';
import { findOpenDay } from '../system/index.ts';
import { goodsOfCode, saleOrderOf } from './orderGoods.ts';
import { seenOrders, standing } from './orderList.ts';

/** Who brings orders in writes sales orders, and sees what is charged: an order says it. */
export function mustSell({ scope }: Context): void {
  const { saleOrder } = documentKinds;
  const sees = seesAmounts(scope, maskOfKind(saleOrder)) && seesAmounts(scope, 'kind');
  if (!sees || !mayOpen(scope, saleOrder.url ?? '', '1')) refuse('access.denied');
}

/** Holds orders until the commit that the caller may see. What stands of them is read after: another may have made it meanwhile. */
async function lockOrders({ tx, tenantId, scope }: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql`
    select from external_order o
    where o.tenant_id = ${tenantId} and o.id = any(${ids}::bigint[]) and ${seenOrders(scope)}
    order by o.id for update`.execute(tx);
  if (rows.length < ids.length) refuse('record.missing');
}

/** Makes a sales order of an order whose goods are all known, unless one stands of it; or it waits on, whole. */
export async function makeOrder(
  context: Context,
  { id }: InputOf<typeof externalOrders.make>,
): Promise<ExternalOrderStanding> {
  mustSell(context);
  await lockOrders(context, [id]);
  const before = found(await standing(context, id));
  if (before.status !== 'ready') return before;
  await makeOf(context, id);
  return found(await standing(context, id));
}

interface Head {
  readonly number: string;
  readonly partner_id: string;
  readonly ordered_at: string | null;
  readonly remark: string;
  readonly tax_rate: string;
  readonly digits: number;
}
interface OrderLine {
  readonly line: number;
  readonly code: string;
  readonly quantity: string;
  readonly price: string;
  readonly barcode: string;
  readonly ratio: string;
}

async function makeOf(context: Context, id: string): Promise<void> {
  const { tx, tenantId } = context;
  const { rows: heads } = await sql<Head>`
    select o.number, o.partner_id, o.ordered_at, o.remark, coalesce(partner.tax_rate, 0) as tax_rate,
      (select currency_digits from tenant_setting where tenant_id = ${tenantId}) as digits
    from external_order o join partner on partner.tenant_id = ${tenantId} and partner.id = o.partner_id
    where o.tenant_id = ${tenantId} and o.id = ${id}`.execute(tx);
  const { rows: lines } = await sql<OrderLine>`
    select l.line, l.outer_sku_code as code, l.quantity, l.price, b.code as barcode, r.ratio
    from external_order_line l
    join external_order o on o.tenant_id = ${tenantId} and o.id = l.order_id
    ${goodsOfCode(tenantId)}
    where l.tenant_id = ${tenantId} and l.order_id = ${id} order by l.line`.execute(tx);
  const head = found(heads[0]);
  const saved = await saveGoods(context, {
    kind: 'saleOrder',
    partnerId: head.partner_id,
    externalOrder: head.number,
    ...(await dateOfSalesOrder(context, head)),
    lines: lines.map((line) => asOurs(line, head)),
  });
  await sql`
    update external_order set document_id = ${saved.id}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

/** An order of a closed day becomes a sales order of the first open one, whose remark keeps the day it was ordered on. */
async function dateOfSalesOrder(context: Context, { ordered_at: time, remark }: Head) {
  if (time === null) return { remark };
  const { day, openDay, opens } = await findOpenDay(context, time);
  if (openDay === day) return { time, remark };
  const ordered = `${fieldLabel(context.language, 'externalOrders', 'orderedAt')}: ${day}`;
  return { time: opens, remark: [remark, ordered].filter((text) => text !== '').join(' · ') };
}

/** A line of the sales order: its total is what was charged, from which the writer finds the price of one of ours. */
function asOurs({ line, code, barcode, ...outer }: OrderLine, { tax_rate, digits }: Head) {
  const ours = inOurUnit(outer, digits);
  if (ours === null)
    refuse(
      'externalOrder.quantity',
      { code, quantity: plain(decimal(outer.quantity)) },
      { field: 'quantity', line },
    );
  return {
    barcode,
    quantity: plain(ours.quantity),
    total: plain(ours.total),
    taxRate: plain(decimal(tax_rate)),
  };
}

/** Orders that no sales order stands of are forgotten with their lines; they may be brought in again. */
export async function removeOrders(
  context: Context,
  { ids }: InputOf<typeof externalOrders.removeBatch>,
): Promise<ReplyOf<typeof externalOrders.removeBatch>> {
  const { tx, tenantId } = context;
  const asked = idsOf(ids);
  await lockOrders(context, asked);
  const { rows: orders } = await sql<{ id: string; number: string; made: string | null }>`
    select o.id, o.number, d.number as made from external_order o ${saleOrderOf(tenantId)}
    where o.tenant_id = ${tenantId} and o.id = any(${asked}::bigint[]) order by o.id`.execute(tx);
  const kept = orders.find(({ made }) => made !== null);
  if (kept !== undefined) refuse('externalOrder.made', { number: kept.number });
  await sql`
    delete from external_order where tenant_id = ${tenantId} and id = any(${asked}::bigint[])`.execute(
    tx,
  );
  for (const { id, number } of orders)
    log(context, { action: 'delete', subject: 'external_order', subjectId: id, number });
  return { changed: orders.length };
}
