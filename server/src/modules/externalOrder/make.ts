import { fieldLabel, maskOfKind } from '@tradehouse/contract';
import type { ExternalOrderStanding, InputOf, ReplyOf, externalOrders } from '@tradehouse/contract';
import { decimal, documentKinds, inOurUnit, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, mayOpen, refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import { idsFromList } from '../../kernel/table/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { saveGoods } from '../document/index.ts';
import { findOpenDay } from '../system/index.ts';
import { mappedGoodsJoinSql, saleOrderOf } from './orderGoods.ts';
import { seenOrders, readExternalOrderStanding } from './orderList.ts';

/** Importing orders requires writing sales orders and seeing prices, because orders state them. */
export function mustSell({ scope }: Context): void {
  const { saleOrder } = documentKinds;
  const sees = seesAmounts(scope, maskOfKind(saleOrder)) && seesAmounts(scope, 'kind');
  if (!sees || !mayOpen(scope, saleOrder.url ?? '', '1')) refuseWith('access.denied');
}

/**
 * Locks visible orders until the commit; their state is read after, because a concurrent call may have made
 * the sales order.
 */
async function lockOrders({ tx, tenantId, scope }: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql`
    select from external_order o
    where o.tenant_id = ${tenantId} and o.id = any(${ids}::bigint[]) and ${seenOrders(scope)}
    order by o.id for update`.execute(tx);
  if (rows.length < ids.length) refuseWith('record.missing');
}

/** Makes a sales order if all codes are mapped and none is live; otherwise the whole order waits. */
export async function makeOrder(
  context: Context,
  { id }: InputOf<typeof externalOrders.make>,
): Promise<ExternalOrderStanding> {
  mustSell(context);
  await lockOrders(context, [id]);
  const before = orRefuseMissing(await readExternalOrderStanding(context, id));
  if (before.status !== 'ready') return before;
  await makeOf(context, id);
  return orRefuseMissing(await readExternalOrderStanding(context, id));
}

interface ExternalOrderHead {
  readonly number: string;
  readonly partner_id: string;
  readonly ordered_at: string | null;
  readonly remark: string;
  readonly tax_rate: string;
  readonly digits: number;
}
interface MatchedOrderLine {
  readonly line: number;
  readonly code: string;
  readonly quantity: string;
  readonly price: string;
  readonly barcode: string;
  readonly ratio: string;
}

async function makeOf(context: Context, id: string): Promise<void> {
  const { tx, tenantId } = context;
  const { rows: heads } = await sql<ExternalOrderHead>`
    select o.number, o.partner_id, o.ordered_at, o.remark, coalesce(partner.tax_rate, 0) as tax_rate,
      (select currency_digits from tenant_setting where tenant_id = ${tenantId}) as digits
    from external_order o join partner on partner.tenant_id = ${tenantId} and partner.id = o.partner_id
    where o.tenant_id = ${tenantId} and o.id = ${id}`.execute(tx);
  const { rows: lines } = await sql<MatchedOrderLine>`
    select l.line, l.outer_sku_code as code, l.quantity, l.price, b.code as barcode, r.ratio
    from external_order_line l
    join external_order o on o.tenant_id = ${tenantId} and o.id = l.order_id
    ${mappedGoodsJoinSql(tenantId)}
    where l.tenant_id = ${tenantId} and l.order_id = ${id} order by l.line`.execute(tx);
  const head = orRefuseMissing(heads[0]);
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

/** Moves an order of a closed day to the first open day; the remark keeps the order day. */
async function dateOfSalesOrder(context: Context, { ordered_at: time, remark }: ExternalOrderHead) {
  if (time === null) return { remark };
  const { day, openDay, opens } = await findOpenDay(context, time);
  if (openDay === day) return { time, remark };
  const ordered = `${fieldLabel(context.language, 'externalOrders', 'orderedAt')}: ${day}`;
  return { time: opens, remark: [remark, ordered].filter((text) => text !== '').join(' · ') };
}

/** Converts an order line by the charged total, from which the writer derives our unit price. */
function asOurs(
  { line, code, barcode, ...outer }: MatchedOrderLine,
  { tax_rate, digits }: ExternalOrderHead,
) {
  const ours = inOurUnit(outer, digits);
  if (ours === null)
    refuseWith(
      'externalOrder.quantity',
      { code, quantity: toPlainDecimal(decimal(outer.quantity)) },
      { field: 'quantity', line },
    );
  return {
    barcode,
    quantity: toPlainDecimal(ours.quantity),
    total: toPlainDecimal(ours.total),
    taxRate: toPlainDecimal(decimal(tax_rate)),
  };
}

/** Deletes orders without a live sales order, with lines; they may be imported again. */
export async function removeOrders(
  context: Context,
  { ids }: InputOf<typeof externalOrders.removeBatch>,
): Promise<ReplyOf<typeof externalOrders.removeBatch>> {
  const { tx, tenantId } = context;
  const asked = idsFromList(ids);
  await lockOrders(context, asked);
  const { rows: orders } = await sql<{ id: string; number: string; made: string | null }>`
    select o.id, o.number, d.number as made from external_order o ${saleOrderOf(tenantId)}
    where o.tenant_id = ${tenantId} and o.id = any(${asked}::bigint[]) order by o.id`.execute(tx);
  const kept = orders.find(({ made }) => made !== null);
  if (kept !== undefined) refuseWith('externalOrder.made', { number: kept.number });
  await sql`
    delete from external_order where tenant_id = ${tenantId} and id = any(${asked}::bigint[])`.execute(
    tx,
  );
  for (const { id, number } of orders)
    logChange(context, { action: 'delete', subject: 'external_order', subjectId: id, number });
  return { changed: orders.length };
}
