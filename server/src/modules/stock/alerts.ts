import type { expiryLevels } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { mayOpen, mayUseWarehouse } from '../../kernel/access/index.ts';
import { inTenant } from '../../kernel/tx/index.ts';
import type { JobHandlers } from '../../kernel/live/index.ts';
import { isOpenOrder } from '../document/index.ts';
import { readersOf, notifyUsers } from '../message/index.ts';
import type { MessageReader } from '../message/index.ts';
import { MOVED, lockSkus, reserveForOrderLines, writeReservations } from '../posting/index.ts';
import type { MovedSkus, Reservation } from '../posting/index.ts';
import { heldSettings, companyTodaySql } from '../system/index.ts';
import { endDueActivities } from './activities.ts';

type Tx = Transaction<Database>;
interface StockAlertContext {
  readonly tx: Tx;
  readonly tenantId: string;
}

/**
 * Readers of this page are notified. Warnings link to the report on their subject, or here without the
 * right to it.
 */
const stockPage = '/report/material_stock';
const reports = {
  stockMinimum: '/report/stock_warning_report',
  stockExpiring: '/report/goods_expiration',
  stockExpired: '/report/goods_expiration',
} as const;

/** Sweeps every company's stock: see `processDueStockEvents`. The job runner's clock takes no dot in a name. */
export const SWEEP = 'stock:sweep';
/** Every ten minutes, by the job runner's clock. */
export const sweeping = `*/10 * * * * ${SWEEP}`;

/** Warnings follow moves; effects of time are left to the sweep. */
export const stockHandlers = (db: Kysely<Database>): JobHandlers => ({
  [MOVED]: ({ tenantId, payload }) =>
    inTenant(db, tenantId, 'begin', (tx) =>
      // SAFETY: posting alone emits this topic.
      watchMoved({ tx, tenantId }, (payload as MovedSkus).skuIds),
    ),
  [SWEEP]: () => sweepAll(db),
});

async function sweepAll(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from tenant where enabled and sort = 'company' order by id`.execute(db);
  for (const { id: tenantId } of rows)
    await inTenant(db, tenantId, 'begin', (tx) => processDueStockEvents({ tx, tenantId }));
}

/**
 * Applies effects of time to stock: ends activities, reserves free stock for open orders, warns of lots
 * near or past expiry, and of stock below its minimum once.
 */
export async function processDueStockEvents(books: StockAlertContext): Promise<void> {
  const reserving = await reservesNow(books);
  await endDueActivities(books);
  await (reserving ? reserveForOrders(books) : letGoOfOrders(books));
  await watchMinimum(books, null);
  await watchExpiry(books);
}

/** Read before any other lock, like in every posting: settings come first. */
async function reservesNow({ tx, tenantId }: StockAlertContext): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`
    select reserve_on_order as on from ${heldSettings(tenantId)} setting`.execute(tx);
  return rows[0]?.on === true;
}

/** Reserves incoming stock for orders. An order locked by somebody waits for the next sweep. */
async function reserveForOrders(books: StockAlertContext): Promise<void> {
  const { tx, tenantId } = books;
  const { rows: orders } = await sql<{ id: string }>`
    select document.id from document
    where document.tenant_id = ${tenantId} and document.kind = 'saleOrder' and ${isOpenOrder('document')}
      and exists (select from document_line line
        where line.tenant_id = ${tenantId} and line.document_id = document.id and line.base_quantity > line.done_quantity)
    order by document.id limit 2000
    for update skip locked`.execute(tx);
  return reserveForOrderLines(
    books,
    orders.map(({ id }) => id),
    null,
  );
}

/** Where the company no longer reserves, orders hold nothing. */
async function letGoOfOrders(books: StockAlertContext): Promise<void> {
  const skuIds = [...new Set((await orderReservations(books)).map(({ skuId }) => skuId))];
  if (skuIds.length === 0) return;
  const [, reservations] = await lockSkus(books, skuIds, () => orderReservations(books));
  const held = reservations.filter(({ skuId }) => skuIds.includes(skuId));
  const changes = held.map((reservation) => ({
    ...reservation,
    quantity: reservation.quantity.negated(),
  }));
  await writeReservations(books, changes, { userId: null, remark: '' });
}

async function orderReservations({ tx, tenantId }: StockAlertContext): Promise<Reservation[]> {
  const { rows } = await sql<Omit<Reservation, 'source' | 'quantity'> & { quantity: string }>`
    select warehouse_id as "warehouseId", sku_id as "skuId", source_id as "sourceId", source_line as "sourceLine", quantity
    from stock_reservation where tenant_id = ${tenantId} and source = 'order' and quantity > 0
    order by sku_id`.execute(tx);
  return rows.map((row) => ({ ...row, source: 'order', quantity: decimal(row.quantity) }));
}

async function watchMoved(books: StockAlertContext, skuIds: readonly string[]): Promise<void> {
  const { tx, tenantId } = books;
  const { rows } = await sql<{ product_id: string }>`
    select distinct product_id from sku where tenant_id = ${tenantId} and id = any(${skuIds}::bigint[])`.execute(
    tx,
  );
  await watchMinimum(
    books,
    rows.map(({ product_id }) => product_id),
  );
}

/**
 * Products below a warehouse's minimum, in a relation (warehouse_id, product_id).
 *
 * @param which condition on `safety`
 */
export const belowMinimum = (
  tenantId: string,
  which: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select safety.warehouse_id, safety.product_id
  from safety_stock safety
  join product on product.tenant_id = ${tenantId} and product.id = safety.product_id and product.enabled
  where safety.tenant_id = ${tenantId} and safety.minimum > 0 and ${which}
    and safety.minimum > coalesce((
      select sum(held.quantity) from stock_balance held
      join sku on sku.tenant_id = ${tenantId} and sku.id = held.sku_id and sku.product_id = safety.product_id
      where held.tenant_id = ${tenantId} and held.warehouse_id = safety.warehouse_id), 0)`;

interface Crossing {
  readonly warehouse_id: string;
  readonly warehouse: string;
  readonly name: string;
  readonly lot: string;
}

/**
 * Warns keepers of stock below its minimum, once until the stock is back above.
 * `productIds` null: all.
 */
async function watchMinimum(
  books: StockAlertContext,
  productIds: readonly string[] | null,
): Promise<void> {
  const { tx, tenantId } = books;
  const of = (column: string) =>
    productIds === null ? sql`true` : sql`${sql.ref(column)} = any(${productIds}::bigint[])`;
  const { rows } = await sql<Crossing>`
    with below as (${belowMinimum(tenantId, of('safety.product_id'))}),
    mended as (
      delete from stock_alert alert
      where alert.tenant_id = ${tenantId} and alert.sort = 'minimum' and ${of('alert.product_id')}
        and not exists (select from below
          where below.warehouse_id = alert.warehouse_id and below.product_id = alert.product_id)),
    crossed as (
      insert into stock_alert (tenant_id, sort, warehouse_id, product_id)
      select ${tenantId}, 'minimum', warehouse_id, product_id from below order by 3, 4
      on conflict do nothing
      returning warehouse_id, product_id)
    select crossed.warehouse_id, warehouse.name as warehouse, product.name, '' as lot
    from crossed
    join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = crossed.warehouse_id
    join product on product.tenant_id = ${tenantId} and product.id = crossed.product_id
    order by 1, 3`.execute(tx);
  await sendStockWarning(books, 'stockMinimum', rows);
}

/**
 * Expiry level of a `lot` of a `product` on a day (`expiryLevels` of the contract). Soon: from thirty days
 * before, or a third of the shelf life if less.
 */
export const expiryLevel = (day: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when lot.expiry < ${day} then 'expired'
    when lot.expiry <= ${day} + least(30, coalesce(product.shelf_life_days / 3, 30)) then 'soon' else 'normal' end`;

/** Warns the keepers of lots near expiry, and again after expiry. */
async function watchExpiry(books: StockAlertContext): Promise<void> {
  const { tx, tenantId } = books;
  for (const sort of ['expiring', 'expired'] as const) {
    const level: (typeof expiryLevels)[number] = sort === 'expired' ? 'expired' : 'soon';
    const { rows } = await sql<Crossing>`
      with late as (
        select distinct held.warehouse_id, sku.product_id, held.lot
        from stock_balance held
        join lot on lot.tenant_id = ${tenantId} and lot.sku_id = held.sku_id and lot.lot = held.lot
        join sku on sku.tenant_id = ${tenantId} and sku.id = held.sku_id
        join product on product.tenant_id = ${tenantId} and product.id = sku.product_id and product.enabled
        cross join ${companyTodaySql(tenantId)} as today
        where held.tenant_id = ${tenantId} and held.quantity > 0 and ${expiryLevel(sql`today.day`)} = ${level}),
      mended as (
        delete from stock_alert alert
        where alert.tenant_id = ${tenantId} and alert.sort = ${sort} and not exists (select from late
          where late.warehouse_id = alert.warehouse_id and late.product_id = alert.product_id and late.lot = alert.lot)),
      crossed as (
        insert into stock_alert (tenant_id, sort, warehouse_id, product_id, lot)
        select ${tenantId}, ${sort}, warehouse_id, product_id, lot from late order by 3, 4, 5
        on conflict do nothing
        returning warehouse_id, product_id, lot)
      select crossed.warehouse_id, warehouse.name as warehouse, product.name, crossed.lot
      from crossed
      join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = crossed.warehouse_id
      join product on product.tenant_id = ${tenantId} and product.id = crossed.product_id
      order by 1, 3, 4`.execute(tx);
    await sendStockWarning(books, sort === 'expired' ? 'stockExpired' : 'stockExpiring', rows);
  }
}

const MOST_NAMED = 8;

/** Sends one message per warehouse, for any number of goods, to keepers who may see its stock. */
async function sendStockWarning(
  books: StockAlertContext,
  type: keyof typeof reports,
  crossings: readonly Crossing[],
): Promise<void> {
  const keepers = crossings.length === 0 ? [] : await readersOf(books, stockPage);
  for (const [warehouseId, own] of Map.groupBy(crossings, ({ warehouse_id }) => warehouse_id)) {
    const names = own.slice(0, MOST_NAMED).map(({ name, lot }) => `${name} ${lot}`.trim());
    const more = own.length > MOST_NAMED ? ` … (${own.length})` : '';
    const readers = keepers.filter(({ scope }) => mayUseWarehouse(scope, warehouseId));
    const pageOf = ({ scope }: MessageReader) =>
      mayOpen(scope, reports[type]) ? reports[type] : stockPage;
    for (const [page, pageReaders] of Map.groupBy(readers, pageOf))
      await notifyUsers(books, {
        readers: pageReaders.map(({ id }) => id),
        type,
        text: `${own[0]?.warehouse ?? ''}: ${names.join(', ')}${more}`,
        openType: 'url',
        openPage: `${page}?warehouses=${warehouseId}`,
        subject: '',
        eventKey: null,
      });
  }
}
