import type { formalTable, lockTable } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { onlyAsked } from '../../kernel/index.ts';
import type { FiltersOf, TableQuery } from '../../kernel/index.ts';

/**
 * What a SKU is called, joined to a row that holds its id: `sku`, `product`, its `unit`, and as `base` the barcode of its
 * smallest unit, which a SKU may lack.
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

/** Tables of what lies where. */
type Lying = typeof formalTable | typeof lockTable;

/**
 * The ids of the SKUs that come first by their barcode and of which something lies, so many that as many rows are theirs; those
 * of one barcode, or without, all or none.
 *
 * @param lies what lies of the SKU `named.id`, a query that finds nothing where nothing does
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

/** What a request asks for that asks for all that lies, or for all in some warehouses; null: it asks for something else. */
export const askedOfAll = <T extends Lying>(table: T, query: TableQuery): FiltersOf<T> | null =>
  onlyAsked<Lying>(table, query, ['warehouses']);
/** The same, as it stands by its barcodes. */
export const askedByBarcode = <T extends Lying>(table: T, query: TableQuery): FiltersOf<T> | null =>
  query.order.column === 'barcode' && query.order.direction === 'asc'
    ? askedOfAll(table, query)
    : null;

/** What lies of the products that this is true of: a condition on `held`. */
export const ofProducts = (
  tenantId: string,
  test: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`held.sku_id in (
  select sku.id from sku join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
  where sku.tenant_id = ${tenantId} and ${test})`;

/** What a row that says of which SKU and where it is (`skuId`, `warehouseId`) is called: looked up for those that are shown. */
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
