import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { openTransfers } from '../../document/index.ts';
import { laterThan } from '../laterPeriods.ts';

type Id = string | RawBuilder<unknown>;

export interface StockQuery {
  /** The end of this day; absent: now. */
  readonly day?: string | undefined;
  /** Chosen warehouses; absent or empty: all granted warehouses. */
  readonly warehouseIds?: readonly string[] | undefined;
  /** Filter by product, by id or by an expression of the id. */
  readonly productId?: Id | undefined;
  /** Only this SKU. */
  readonly skuId?: string | undefined;
  readonly stockTypes?: readonly string[] | undefined;
}

export type StockColumn = 'sku_id' | 'warehouse_id' | 'stock_type' | 'lot';

/** Condition for chosen and granted warehouses; `column` holds the id. */
export function chosenWarehouses(
  { scope }: Context,
  column: string,
  ids: readonly string[] | undefined,
): RawBuilder<boolean> {
  const granted = grantedWarehouses(scope, column);
  if (ids === undefined || ids.length === 0) return granted;
  return sql<boolean>`(${sql.ref(column)} = any(${ids}::bigint[]) and ${granted})`;
}

/** Condition for chosen stock types; `column` holds the type. */
export const ofStockTypes = (column: string, types: readonly string[] | undefined) =>
  types === undefined || types.length === 0
    ? sql`true`
    : sql`${sql.ref(column)} = any(${types}::text[])`;

/** Condition for SKUs of a chosen product; `column` holds the SKU's id. */
export const ofProduct = (tenantId: string, column: string, productId: Id | undefined) =>
  productId === undefined
    ? sql`true`
    : sql`${sql.ref(column)} in (select id from sku where tenant_id = ${tenantId} and product_id = ${productId})`;

/** Condition for a chosen SKU; `column` holds the id. */
export const ofSku = (column: string, skuId: string | undefined) =>
  skuId === undefined ? sql`true` : sql`${sql.ref(column)} = ${skuId}`;

/** Stock by place at a day's end: a relation (sku_id, warehouse_id, quantity), in base units. */
export const stockAt = (context: Context, query: StockQuery): RawBuilder<unknown> =>
  stockBy(['sku_id', 'warehouse_id'], context, query);

/** Stock grouped by any stock columns: a relation of the columns and `quantity`. */
export function stockBy(
  by: readonly StockColumn[],
  context: Context,
  query: StockQuery,
): RawBuilder<unknown> {
  const { tenantId } = context;
  const { day, warehouseIds, productId, skuId, stockTypes } = query;
  if (isWholeStock(by, context, query))
    return sql`(select sku_id, on_hand as quantity from ${costsAt(tenantId, query, true)} as cost)`;
  const key = sql.raw(by.join());
  const now = sql`
    select ${sql.raw(by.map((column) => `held.${column}`).join())}, held.quantity from stock_balance as held
    where held.tenant_id = ${tenantId} and ${chosenWarehouses(context, 'held.warehouse_id', warehouseIds)}
      and ${ofStockTypes('held.stock_type', stockTypes)}
      and ${ofProduct(tenantId, 'held.sku_id', productId)} and ${ofSku('held.sku_id', skuId)}`;
  const later = (range: RawBuilder<boolean>) => sql`
    select ${sql.raw(by.map((column) => `period.${column}`).join())}, -period.quantity as quantity
    from whole_stock_period as period
    where period.tenant_id = ${tenantId} and ${range} and ${ofStockTypes('period.stock_type', stockTypes)}
      and ${chosenWarehouses(context, 'period.warehouse_id', warehouseIds)}
      and ${ofProduct(tenantId, 'period.sku_id', productId)} and ${ofSku('period.sku_id', skuId)}`;
  const added = (parts: readonly RawBuilder<unknown>[]) => sql`(
    select ${key}, sum(quantity) as quantity from (${sql.join(parts, sql` union all `)}) as parts
    group by ${key})`;
  if (day === undefined) return added([now]);
  // The planner estimates 200 rows for sums over a union, and joins row by row. A full join avoids the
  // plan.
  return sql`(
    select ${key}, coalesce(on_hand.quantity, 0) + coalesce(later.quantity, 0) as quantity
    from ${added([now])} as on_hand full join ${added(laterThan(day).map(later))} as later using (${key}))`;
}

/** Returns true for stock by SKU across all warehouses and stock types. */
const isWholeStock = (
  by: readonly StockColumn[],
  { scope }: Context,
  { warehouseIds = [], stockTypes: types = [] }: StockQuery,
): boolean =>
  by.every((column) => column === 'sku_id') &&
  scope.warehouseIds === null &&
  warehouseIds.length === 0 &&
  types.length === 0;

type StockAtFilter = Pick<StockQuery, 'day' | 'productId' | 'skuId'>;

/** Subtraction from SKU sums: a relation of ids and sums, and the relation's name. */
interface StockDeduction {
  readonly as: string;
  readonly relation: RawBuilder<unknown>;
}

/** Changes after the day; without a day (now) there are none. */
function laterChanges(
  table: 'whole_stock_period' | 'whole_sku_period',
  sums: readonly string[],
  tenantId: string,
  { day, productId, skuId }: StockAtFilter,
): readonly StockDeduction[] {
  if (day === undefined) return [];
  const parts = laterThan(day).map(
    (range) => sql`
      select period.sku_id, ${sql.raw(sums.join())} from ${sql.table(table)} as period
      where period.tenant_id = ${tenantId} and ${range}
        and ${ofProduct(tenantId, 'period.sku_id', productId)} and ${ofSku('period.sku_id', skuId)}`,
  );
  const relation = sql`(
    select sku_id, ${sql.raw(sums.map((sum) => `sum(${sum}) as ${sum}`).join())}
    from (${sql.join(parts, sql` union all `)}) as parts group by sku_id)`;
  return [{ as: table, relation }];
}

const buildTransitDeduction = (tenantId: string): StockDeduction => ({
  as: 'way',
  relation: sql`(
    select line.sku_id, sum(line.base_quantity - line.done_quantity) as quantity
    from ${openTransfers(tenantId)} as document
    join document_line as line on line.tenant_id = ${tenantId} and line.document_id = document.id
    group by line.sku_id)`,
});

/**
 * Stock and value of SKUs at a day's end: a relation (sku_id, quantity, value), on request with the part
 * that is on hand in warehouses, without goods in transit (S3 and S4). A single row replaces the
 * balances' rows per warehouse, lot and stock type. Later changes are few and joined per SKU, therefore ten
 * thousand SKUs need no summing.
 */
function costsAt(tenantId: string, query: StockAtFilter, hasStock: boolean): RawBuilder<unknown> {
  const ofCost = laterChanges('whole_sku_period', ['quantity', 'value'], tenantId, query);
  const ofStock = hasStock
    ? [
        buildTransitDeduction(tenantId),
        ...laterChanges('whole_stock_period', ['quantity'], tenantId, query),
      ]
    : [];
  const less = (sum: string, taken: readonly StockDeduction[]): string =>
    [`cost.${sum}`, ...taken.map(({ as }) => `coalesce(${as}.${sum}, 0)`)].join(' - ');
  const joins = [...ofCost, ...ofStock].map(
    ({ as, relation }) =>
      sql` left join ${relation} as ${sql.ref(as)} on ${sql.ref(`${as}.sku_id`)} = cost.sku_id`,
  );
  return sql`(
  select cost.sku_id, ${sql.raw(less('quantity', ofCost))} as quantity, ${sql.raw(less('value', ofCost))} as value
    ${sql.raw(hasStock ? `, ${less('quantity', ofStock)} as on_hand` : '')}
  from sku_cost as cost${sql.join(joins, sql``)}
  where cost.tenant_id = ${tenantId} and ${ofProduct(tenantId, 'cost.sku_id', query.productId)}
    and ${ofSku('cost.sku_id', query.skuId)})`;
}

/** The worth alone. */
export const worthAt = ({ tenantId }: Context, query: StockAtFilter): RawBuilder<unknown> =>
  costsAt(tenantId, query, false);

/**
 * Values a quantity of a SKU at the SKU's unit cost (`worth`): the full quantity takes the full value,
 * therefore a report over every warehouse matches the books to the last digit.
 */
export const stockValueSql = (
  quantity: RawBuilder<unknown>,
  worth: { readonly quantity: RawBuilder<unknown>; readonly value: RawBuilder<unknown> },
): RawBuilder<string> => sql<string>`
  case when ${quantity} = ${worth.quantity} then ${worth.value}
    else coalesce(round(${quantity} * ${worth.value} / nullif(${worth.quantity}, 0), 6), 0) end`;

/** Value of `stock.quantity`. */
export const valueOfStock = stockValueSql(sql`stock.quantity`, {
  quantity: sql`worth.quantity`,
  value: sql`worth.value`,
});

/**
 * Stock by SKU and perhaps further columns, beside the company's quantity and value of the SKU: a relation
 * of the grouping columns and (on_hand, quantity, value).
 */
export function stockBesideWorth(
  by: readonly StockColumn[],
  context: Context,
  query: StockQuery,
): RawBuilder<unknown> {
  if (isWholeStock(by, context, query)) return costsAt(context.tenantId, query, true);
  const key = sql.raw(by.map((column) => `stock.${column}`).join());
  return sql`(
    select ${key}, stock.quantity as on_hand, worth.quantity, worth.value
    from ${stockBy(by, context, query)} as stock
    left join ${worthAt(context, query)} as worth on worth.sku_id = stock.sku_id)`;
}

/**
 * Stock by SKU and perhaps further columns, with the value and the company-wide base-unit cost of the SKU:
 * a relation of the grouping columns and (quantity, value, cost).
 */
export function worthOfStock(
  by: readonly StockColumn[],
  context: Context,
  query: StockQuery,
): RawBuilder<unknown> {
  const key = sql.raw(by.map((column) => `worth.${column}`).join());
  const value = stockValueSql(sql`worth.on_hand`, {
    quantity: sql`worth.quantity`,
    value: sql`worth.value`,
  });
  return sql`(
    select ${key}, worth.on_hand as quantity, ${value} as value, worth.value / nullif(worth.quantity, 0) as cost
    from ${stockBesideWorth(by, context, query)} as worth)`;
}
