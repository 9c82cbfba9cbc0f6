import { stockOnHandTable } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { onlyNamedFilters } from '../../../kernel/table/index.ts';
import type { TableQuery } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { openingLines } from './openingLines.ts';
import { worthOfStock } from './stockAt.ts';

/** Later pages walk past too many products, and read the full list instead. */
const LAST_SHORT_OFFSET = 500;

/** Filters of a request without filters beyond the day; null for further filters and granted warehouses. */
const toSimpleStockQuery = ({ scope }: Context, query: TableQuery) =>
  scope.warehouseIds === null ? onlyNamedFilters(stockOnHandTable, query, ['date']) : null;

/**
 * Count and sums of the products in stock. Adding up product by product is most of the work of the full
 * list, and only products of several SKUs (with attributes) need the sum: any other SKU is a product.
 * Null: the request needs the full list.
 */
export function shortStockTotals(context: Context, query: TableQuery): RawBuilder<unknown> | null {
  const filters = toSimpleStockQuery(context, query);
  if (filters === null) return null;
  const { tenantId } = context;
  // The planner takes the ids of an array for few, and hashes the ids instead of the lines of opening stock.
  return sql`
    with stock as not materialized (
      select * from ${worthOfStock(['sku_id'], context, { day: filters.date })} as stock),
    variant as materialized (
      select id, product_id from sku
      where tenant_id = ${tenantId} and product_id in (
        select product_id from sku where tenant_id = ${tenantId} and attributes <> '')),
    held as materialized (
      select sku_id, null::bigint as product_id, quantity, value from stock
      where quantity <> 0 and not exists (select from variant where variant.id = stock.sku_id)
      union all
      select null, variant.product_id, sum(stock.quantity), sum(stock.value)
      from stock join variant on variant.id = stock.sku_id
      group by variant.product_id having sum(stock.quantity) <> 0)
    select count(*) as "#", coalesce(sum(held.quantity), 0) as stock, coalesce(sum(held.value), 0) as "stockValue", (
        select coalesce(sum(product.weight * stock.quantity), 0)
        from product
        join sku on sku.tenant_id = ${tenantId} and sku.product_id = product.id
        join stock on stock.sku_id = sku.id
        where product.tenant_id = ${tenantId} and product.weight <> 0) as weight, (
        select coalesce(sum(line.base_quantity) filter (where counted.sku_id is not null), 0)
        from (select line.sku_id, line.base_quantity ${openingLines(context, undefined)}) as line
        full join unnest(array(
          select sku_id from held where sku_id is not null
          union all
          select variant.id from variant join held on held.product_id = variant.product_id
        )) as counted(sku_id) on counted.sku_id = line.sku_id) as "openingStock"
    from held`;
}

/**
 * Sizes of a catalogue, tried with `bench/pair.ts`: from `manySkus` on the short queries cost less than the
 * full list, and from `manyInStock` on a walk along the barcodes soon meets the products of a page.
 */
export const shortcutSizes = { manySkus: 20_000, manyInStock: 2000 };

/**
 * Products in stock in the order of their barcodes, up to the end of the page. Null: the request needs the
 * full list, or the company has fewer SKUs than `manySkus`.
 */
export async function shortStockRows(
  context: Context,
  query: TableQuery,
): Promise<RawBuilder<unknown> | null> {
  const filters = toSimpleStockQuery(context, query);
  const { order, offset, limit } = query;
  if (filters === null || order.column !== 'barcode' || offset > LAST_SHORT_OFFSET) return null;
  const { tx, tenantId } = context;
  const { manySkus, manyInStock } = shortcutSizes;
  const { rows } = await sql<{ isLarge: boolean; isInStock: boolean }>`
    select
      (select count(*) from (select from sku where tenant_id = ${tenantId} limit ${manySkus}) as sku)
        = ${manySkus} as "isLarge",
      (select count(*) from (
        select from sku_cost where tenant_id = ${tenantId} and quantity <> 0 limit ${manyInStock}) as held)
        = ${manyInStock} as "isInStock"`.execute(tx);
  if (rows[0]?.isLarge !== true) return null;
  const found = (rows[0].isInStock ? walkedStockRows : collectedStockRows)(context, filters.date);
  return sql`
    select * from (${found}) as product
    order by barcode ${sql.raw(order.direction)} limit ${offset + limit}`;
}

/** Products in stock, each looked up along the barcodes: quick where most products are in stock. */
export function walkedStockRows(context: Context, day: string | undefined): RawBuilder<unknown> {
  const { tenantId } = context;
  const productId = sql.ref('barcode.product_id');
  return sql`
    select barcode.product_id as id, barcode.code as barcode, held.stock, held.value as "stockValue"
    from barcode cross join lateral (
      select sum(stock.quantity) as stock, sum(stock.value) as value
      from ${worthOfStock(['sku_id'], context, { day, productId })} as stock) as held
    where barcode.tenant_id = ${tenantId} and barcode.is_default and held.stock <> 0`;
}

/** Products in stock, summed from all SKUs: quick where few products are in stock. */
export function collectedStockRows(context: Context, day: string | undefined): RawBuilder<unknown> {
  const { tenantId } = context;
  return sql`
    select barcode.product_id as id, barcode.code as barcode, held.stock, held.value as "stockValue"
    from (
      select sku.product_id, sum(stock.quantity) as stock, sum(stock.value) as value
      from ${worthOfStock(['sku_id'], context, { day })} as stock
      join sku on sku.tenant_id = ${tenantId} and sku.id = stock.sku_id
      group by sku.product_id having sum(stock.quantity) <> 0) as held
    join barcode on barcode.tenant_id = ${tenantId} and barcode.product_id = held.product_id
      and barcode.is_default`;
}
