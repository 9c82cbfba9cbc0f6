import type { formalTable, lockTable } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { onlyNamedFilters } from '../../kernel/table/index.ts';
import type { FiltersOf, TableQuery } from '../../kernel/table/index.ts';

/**
 * Joins names to a row with a SKU id: `sku`, `product`, its `unit`, and as `base` the smallest unit's
 * barcode, if any.
 */
export const skuNames = (tenantId: string, id: string): RawBuilder<unknown> => sql`
  join sku on sku.tenant_id = ${tenantId} and sku.id = ${sql.ref(id)}
  join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
  left join unit on unit.tenant_id = ${tenantId} and unit.id = product.unit_id
  left join lateral (
    select code from barcode own where own.tenant_id = ${tenantId} and own.sku_id = ${sql.ref(id)}
    order by own.ratio, own.position limit 1) base on true`;

/** The barcode of each SKU's smallest unit, to be joined: `sku_id` and `code`. */
export const baseBarcodes = (tenantId: string): RawBuilder<unknown> => sql`(
  select distinct on (sku_id) sku_id, code from barcode where tenant_id = ${tenantId} order by sku_id, ratio, position)`;

/** Tables of stock by place. */
type StockTable = typeof formalTable | typeof lockTable;

/**
 * Ids of the first SKUs in barcode order with stock, enough for the requested rows; SKUs sharing a barcode,
 * or without any, all or none.
 *
 * @param lies query for stock of the SKU `named.id`; empty without stock
 */
export const firstByBarcode = (
  tenantId: string,
  lies: RawBuilder<unknown>,
  most: number,
): RawBuilder<unknown> => sql`(
  select named.id from (
    select sku.id, coalesce(base.code, '') as code
    from sku left join ${baseBarcodes(tenantId)} as base on base.sku_id = sku.id
    where sku.tenant_id = ${tenantId} order by 2 offset 0) as named
  where exists (${lies}) order by named.code fetch first ${sql.lit(most)} rows with ties)`;

/** Filters of a request for all stock, or all in some warehouses; null for any other request. */
export const askedOfAll = <T extends StockTable>(
  table: T,
  query: TableQuery,
): FiltersOf<T> | null => onlyNamedFilters<StockTable>(table, query, ['warehouses']);
/** Filters of a request for all stock, in barcode order. */
export const askedByBarcode = <T extends StockTable>(
  table: T,
  query: TableQuery,
): FiltersOf<T> | null =>
  query.order.column === 'barcode' && query.order.direction === 'asc'
    ? askedOfAll(table, query)
    : null;

/** Limits stock to products satisfying a test: a condition on `held`. */
export const ofProducts = (
  tenantId: string,
  test: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`held.sku_id in (
  select sku.id from sku join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
  where sku.tenant_id = ${tenantId} and ${test})`;

/** Names of a row's SKU and place (`skuId`, `warehouseId`), read for the shown rows only. */
export const namedSpot = (tenantId: string) => ({
  by: ['skuId', 'warehouseId'] as const,
  joins: sql`
    left join sku on sku.tenant_id = ${tenantId} and sku.id = "row"."skuId"
    left join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
    left join unit on unit.tenant_id = ${tenantId} and unit.id = product.unit_id
    left join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = "row"."warehouseId"`,
  columns: {
    name: sql`product.name`,
    attributes: sql`sku.attributes`,
    warehouseName: sql`warehouse.name`,
    unit: sql`coalesce(product.unit_name, unit.base_unit)`,
  },
});
