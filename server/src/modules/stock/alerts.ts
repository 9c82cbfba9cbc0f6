import type { expiryLevels } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { inTenant, mayOpen, mayUseWarehouse } from '../../kernel/index.ts';
import type { JobHandlers } from '../../kernel/index.ts';
import { isOpenOrder } from '../document/index.ts';
import { readersOf, tell } from '../message/index.ts';
import type { Reader } from '../message/index.ts';
import { MOVED, lockSkus, reserve, writeReservations } from '../posting/index.ts';
import type { Moved, Reservation } from '../posting/index.ts';
import { heldSettings, todayOf } from '../system/index.ts';
import { endDueActivities } from './activities.ts';

type Tx = Transaction<Database>;
interface Books {
  readonly tx: Tx;
  readonly tenantId: string;
}

/** Its readers are told. A warning leads to the report of what it is about, and here where a reader has no right to that. */
const stockPage = '/report/material_stock';
const reports = {
  stockMinimum: '/report/stock_warning_report',
  stockExpiring: '/report/goods_expiration',
  stockExpired: '/report/goods_expiration',
} as const;

/** Sweeps every company's stock: see `sweep`. The job runner's clock takes no dot in a name. */
export const SWEEP = 'stock:sweep';
/** Every ten minutes, by the job runner's clock. */
export const sweeping = `*/10 * * * * ${SWEEP}`;

/** Warnings follow what moved; what time alone brings about comes with the sweep. */
export const stockHandlers = (db: Kysely<Database>): JobHandlers => ({
  [MOVED]: ({ tenantId, payload }) =>
    inTenant(db, tenantId, 'begin', (tx) =>
      // SAFETY: posting alone emits this topic.
      watchMoved({ tx, tenantId }, (payload as Moved).skuIds),
    ),
  [SWEEP]: () => sweepAll(db),
});

async function sweepAll(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from tenant where enabled and sort = 'company' order by id`.execute(db);
  for (const { id: tenantId } of rows)
    await inTenant(db, tenantId, 'begin', (tx) => sweep({ tx, tenantId }));
}

/**
 * What time brings about in a company's stock: activities end and let go, open orders take what has become free, lots
 * come near their expiry or pass it, and what is below its minimum is told once.
 */
export async function sweep(books: Books): Promise<void> {
  const reserving = await reservesNow(books);
  await endDueActivities(books);
  await (reserving ? reserveForOrders(books) : letGoOfOrders(books));
  await watchMinimum(books, null);
  await watchExpiry(books);
}

/** Asked before anything else is locked, as in every posting: the settings come first. */
async function reservesNow({ tx, tenantId }: Books): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`
    select reserve_on_order as on from ${heldSettings(tenantId)} setting`.execute(tx);
  return rows[0]?.on === true;
}

/** Orders wait for what comes in. One that somebody is working on just now has its turn at the next sweep. */
async function reserveForOrders(books: Books): Promise<void> {
  const { tx, tenantId } = books;
  const { rows: orders } = await sql<{ id: string }>`
    select document.id from document
    where document.tenant_id = ${tenantId} and document.kind = 'saleOrder' and ${isOpenOrder('document')}
      and exists (select from document_line line
        where line.tenant_id = ${tenantId} and line.document_id = document.id and line.base_quantity > line.done_quantity)
    order by document.id limit 2000
    for update skip locked`.execute(tx);
  return reserve(
    books,
    orders.map(({ id }) => id),
    null,
  );
}

/** Where the company no longer reserves, orders hold nothing. */
async function letGoOfOrders(books: Books): Promise<void> {
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

/** All that orders hold. */
async function orderReservations({ tx, tenantId }: Books): Promise<Reservation[]> {
  const { rows } = await sql<Omit<Reservation, 'source' | 'quantity'> & { quantity: string }>`
    select warehouse_id as "warehouseId", sku_id as "skuId", source_id as "sourceId", source_line as "sourceLine", quantity
    from stock_reservation where tenant_id = ${tenantId} and source = 'order' and quantity > 0
    order by sku_id`.execute(tx);
  return rows.map((row) => ({ ...row, source: 'order', quantity: decimal(row.quantity) }));
}

async function watchMoved(books: Books, skuIds: readonly string[]): Promise<void> {
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
 * Products that a warehouse holds less of than it should (domain.md 4.7), as a relation (warehouse_id, product_id).
 *
 * @param which of them, as a condition on `safety`
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
 * Tells the keepers of what has fallen below its minimum (domain.md 4.7), once: the warning stands until the stock is
 * back above it, and only then can there be another. `productIds` null: all.
 */
async function watchMinimum(books: Books, productIds: readonly string[] | null): Promise<void> {
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
  await warn(books, 'stockMinimum', rows);
}

/**
 * How near a `lot` of a `product` is to its expiry on a day (`expiryLevels` of the contract): it expires soon thirty days
 * before, or a third of the shelf life where that is less (domain.md 13.9).
 */
export const expiryLevel = (day: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when lot.expiry < ${day} then 'expired'
    when lot.expiry <= ${day} + least(30, coalesce(product.shelf_life_days / 3, 30)) then 'soon' else 'normal' end`;

/** Tells the keepers of lots that come near their expiry, and again once they have passed it. */
async function watchExpiry(books: Books): Promise<void> {
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
        cross join ${todayOf(tenantId)} as today
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
    await warn(books, sort === 'expired' ? 'stockExpired' : 'stockExpiring', rows);
  }
}

const MOST_NAMED = 8;

/** One message per warehouse, to those who keep it and may see its stock, however many goods it is about. */
async function warn(
  books: Books,
  type: keyof typeof reports,
  crossings: readonly Crossing[],
): Promise<void> {
  const keepers = crossings.length === 0 ? [] : await readersOf(books, stockPage);
  for (const [warehouseId, own] of Map.groupBy(crossings, ({ warehouse_id }) => warehouse_id)) {
    const names = own.slice(0, MOST_NAMED).map(({ name, lot }) => `${name} ${lot}`.trim());
    const more = own.length > MOST_NAMED ? ` … (${own.length})` : '';
    const readers = keepers.filter(({ scope }) => mayUseWarehouse(scope, warehouseId));
    const pageOf = ({ scope }: Reader) =>
      mayOpen(scope, reports[type]) ? reports[type] : stockPage;
    for (const [page, told] of Map.groupBy(readers, pageOf))
      await tell(books, {
        readers: told.map(({ id }) => id),
        type,
        text: `${own[0]?.warehouse ?? ''}: ${names.join(', ')}${more}`,
        openType: 'url',
        openPage: `${page}?warehouses=${warehouseId}`,
        subject: '',
        eventKey: null,
      });
  }
}
