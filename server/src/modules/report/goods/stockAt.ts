import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { laterThan } from '../later.ts';

export interface StockAsked {
  /** The end of this day; absent: now. */
  readonly day?: string | undefined;
  /** Chosen warehouses; absent or empty: all that are granted. */
  readonly warehouseIds?: readonly string[] | undefined;
  /** Only SKUs of this product. */
  readonly productId?: string | undefined;
  /** Only this SKU. */
  readonly skuId?: string | undefined;
  readonly stockTypes?: readonly string[] | undefined;
}

/** What stock is told by: which of its columns. */
export type StockColumn = 'sku_id' | 'warehouse_id' | 'stock_type';

/** Rows of a warehouse that is chosen and granted; `column` holds its id. */
export function chosenWarehouses(
  { scope }: Context,
  column: string,
  ids: readonly string[] | undefined,
): RawBuilder<boolean> {
  const granted = grantedWarehouses(scope, column);
  if (ids === undefined || ids.length === 0) return granted;
  return sql<boolean>`(${sql.ref(column)} = any(${ids}::bigint[]) and ${granted})`;
}

/** Rows of a chosen stock type; `column` holds it. */
export const ofStockTypes = (column: string, types: readonly string[] | undefined) =>
  types === undefined || types.length === 0
    ? sql`true`
    : sql`${sql.ref(column)} = any(${types}::text[])`;

/** Rows of SKUs of a product, where one is chosen; `column` holds the SKU's id. */
export const ofProduct = (tenantId: string, column: string, productId: string | undefined) =>
  productId === undefined
    ? sql`true`
    : sql`${sql.ref(column)} in (select id from sku where tenant_id = ${tenantId} and product_id = ${productId})`;

/** Rows of this SKU, where one is chosen; `column` holds its id. */
export const ofSku = (column: string, skuId: string | undefined) =>
  skuId === undefined ? sql`true` : sql`${sql.ref(column)} = ${skuId}`;

/** What came after the day, stretch by stretch; nothing, when it is about now. */
const laterParts = (
  day: string | undefined,
  part: (stretch: RawBuilder<boolean>) => RawBuilder<unknown>,
): RawBuilder<unknown> => (day === undefined ? sql`` : sql.join(laterThan(day).map(part), sql` `));

/** What lay where at the end of a day, as a relation (sku_id, warehouse_id, quantity), in base units. */
export const stockAt = (context: Context, asked: StockAsked): RawBuilder<unknown> =>
  stockBy(['sku_id', 'warehouse_id'], context, asked);

/** The same of the chosen warehouses together, as a relation (sku_id, quantity). */
export const stockOfSkus = (context: Context, asked: StockAsked): RawBuilder<unknown> =>
  stockBy(['sku_id'], context, asked);

/** The same by any of its columns. */
export function stockBy(
  by: readonly StockColumn[],
  context: Context,
  asked: StockAsked,
): RawBuilder<unknown> {
  const { tenantId } = context;
  const { day, warehouseIds, productId, skuId, stockTypes } = asked;
  const key = sql.raw(by.join());
  const now = sql`
    select held.sku_id, held.warehouse_id, held.stock_type, held.quantity from stock_balance as held
    where held.tenant_id = ${tenantId} and ${chosenWarehouses(context, 'held.warehouse_id', warehouseIds)}
      and ${ofStockTypes('held.stock_type', stockTypes)}
      and ${ofProduct(tenantId, 'held.sku_id', productId)} and ${ofSku('held.sku_id', skuId)}`;
  const later = (stretch: RawBuilder<boolean>) => sql`
    union all
    select period.sku_id, period.warehouse_id, period.stock_type, -period.quantity from whole_stock_period as period
    where period.tenant_id = ${tenantId} and ${stretch} and ${ofStockTypes('period.stock_type', stockTypes)}
      and ${chosenWarehouses(context, 'period.warehouse_id', warehouseIds)}
      and ${ofProduct(tenantId, 'period.sku_id', productId)} and ${ofSku('period.sku_id', skuId)}`;
  return sql`(
    select ${key}, sum(quantity) as quantity
    from (${now} ${laterParts(day, later)}) as parts
    group by ${key})`;
}

/** What SKUs were worth company-wide at the end of a day, as a relation (sku_id, quantity, value). */
export function worthAt(
  { tenantId }: Context,
  { day, productId }: StockAsked,
): RawBuilder<unknown> {
  const now = sql`
    select cost.sku_id, cost.quantity, cost.value from sku_cost as cost
    where cost.tenant_id = ${tenantId} and ${ofProduct(tenantId, 'cost.sku_id', productId)}`;
  // Of now each SKU has one row.
  if (day === undefined) return sql`(${now})`;
  const later = (stretch: RawBuilder<boolean>) => sql`
    union all
    select period.sku_id, -period.quantity, -period.value from whole_sku_period as period
    where period.tenant_id = ${tenantId} and ${stretch}
      and ${ofProduct(tenantId, 'period.sku_id', productId)}`;
  return sql`(
    select sku_id, sum(quantity) as quantity, sum(value) as value
    from (${now} ${laterParts(day, later)}) as parts
    group by sku_id)`;
}

/**
 * What a quantity of a SKU is worth at the SKU's unit cost (`worth`): all of the value when it is all
 * of the goods, so that a report over every warehouse agrees with the books to the last digit.
 */
export const valueOf = (
  quantity: RawBuilder<unknown>,
  worth: { readonly quantity: RawBuilder<unknown>; readonly value: RawBuilder<unknown> },
): RawBuilder<string> => sql<string>`
  case when ${quantity} = ${worth.quantity} then ${worth.value}
    else coalesce(round(${quantity} * ${worth.value} / nullif(${worth.quantity}, 0), 6), 0) end`;

/** The same of `stock.quantity`. */
export const valueOfStock = valueOf(sql`stock.quantity`, {
  quantity: sql`worth.quantity`,
  value: sql`worth.value`,
});
