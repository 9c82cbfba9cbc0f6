import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { openTransfers } from '../../document/index.ts';
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

/** What lay where at the end of a day, as a relation (sku_id, warehouse_id, quantity), in base units. */
export const stockAt = (context: Context, asked: StockAsked): RawBuilder<unknown> =>
  stockBy(['sku_id', 'warehouse_id'], context, asked);

/** The same by any of its columns. */
function stockBy(
  by: readonly StockColumn[],
  context: Context,
  asked: StockAsked,
): RawBuilder<unknown> {
  const { tenantId } = context;
  const { day, warehouseIds, productId, skuId, stockTypes } = asked;
  if (isByWhole(by, context, asked))
    return sql`(select sku_id, lies as quantity from ${costsAt(tenantId, asked, true)} as cost)`;
  const key = sql.raw(by.join());
  const now = sql`
    select ${sql.raw(by.map((column) => `held.${column}`).join())}, held.quantity from stock_balance as held
    where held.tenant_id = ${tenantId} and ${chosenWarehouses(context, 'held.warehouse_id', warehouseIds)}
      and ${ofStockTypes('held.stock_type', stockTypes)}
      and ${ofProduct(tenantId, 'held.sku_id', productId)} and ${ofSku('held.sku_id', skuId)}`;
  const later = (stretch: RawBuilder<boolean>) => sql`
    select ${sql.raw(by.map((column) => `period.${column}`).join())}, -period.quantity from whole_stock_period as period
    where period.tenant_id = ${tenantId} and ${stretch} and ${ofStockTypes('period.stock_type', stockTypes)}
      and ${chosenWarehouses(context, 'period.warehouse_id', warehouseIds)}
      and ${ofProduct(tenantId, 'period.sku_id', productId)} and ${ofSku('period.sku_id', skuId)}`;
  const parts = [now, ...(day === undefined ? [] : laterThan(day).map(later))];
  return sql`(
    select ${key}, sum(quantity) as quantity
    from (${sql.join(parts, sql` union all `)}) as parts
    group by ${key})`;
}

/** Whether it is told by SKUs alone, of all warehouses and stock types. */
const isByWhole = (
  by: readonly StockColumn[],
  { scope }: Context,
  { warehouseIds = [], stockTypes: types = [] }: StockAsked,
): boolean =>
  by.every((column) => column === 'sku_id') &&
  scope.warehouseIds === null &&
  warehouseIds.length === 0 &&
  types.length === 0;

type Whose = Pick<StockAsked, 'day' | 'productId' | 'skuId'>;

/** What is taken off what SKUs have: a relation of their ids and sums, and its name. */
interface Taken {
  readonly as: string;
  readonly relation: RawBuilder<unknown>;
}

/** What came after the day; about now, nothing did. */
function cameLater(
  table: 'whole_stock_period' | 'whole_sku_period',
  sums: readonly string[],
  tenantId: string,
  { day, productId, skuId }: Whose,
): readonly Taken[] {
  if (day === undefined) return [];
  const parts = laterThan(day).map(
    (stretch) => sql`
      select period.sku_id, ${sql.raw(sums.join())} from ${sql.table(table)} as period
      where period.tenant_id = ${tenantId} and ${stretch}
        and ${ofProduct(tenantId, 'period.sku_id', productId)} and ${ofSku('period.sku_id', skuId)}`,
  );
  const relation = sql`(
    select sku_id, ${sql.raw(sums.map((sum) => `sum(${sum}) as ${sum}`).join())}
    from (${sql.join(parts, sql` union all `)}) as parts group by sku_id)`;
  return [{ as: table, relation }];
}

const onTheWay = (tenantId: string): Taken => ({
  as: 'way',
  relation: sql`(
    select line.sku_id, sum(line.base_quantity - line.done_quantity) as quantity
    from ${openTransfers(tenantId)} as document
    join document_line as line on line.tenant_id = ${tenantId} and line.document_id = document.id
    group by line.sku_id)`,
});

/**
 * What the company had of SKUs at the end of a day and what that was worth, as a relation (sku_id, quantity, value); where it is asked
 * for, too, what of it `lies` in warehouses: all but what transfers have on their way (guarantees S3, S4). One row where balances have
 * one for each warehouse, lot and stock type. What came later stands beside each SKU and not among them: as a rule it is little, and
 * ten thousand SKUs need not be added up.
 */
function costsAt(tenantId: string, asked: Whose, lies: boolean): RawBuilder<unknown> {
  const ofCost = cameLater('whole_sku_period', ['quantity', 'value'], tenantId, asked);
  const ofStock = lies
    ? [onTheWay(tenantId), ...cameLater('whole_stock_period', ['quantity'], tenantId, asked)]
    : [];
  const less = (sum: string, taken: readonly Taken[]): string =>
    [`cost.${sum}`, ...taken.map(({ as }) => `coalesce(${as}.${sum}, 0)`)].join(' - ');
  const joins = [...ofCost, ...ofStock].map(
    ({ as, relation }) =>
      sql` left join ${relation} as ${sql.ref(as)} on ${sql.ref(`${as}.sku_id`)} = cost.sku_id`,
  );
  return sql`(
  select cost.sku_id, ${sql.raw(less('quantity', ofCost))} as quantity, ${sql.raw(less('value', ofCost))} as value
    ${sql.raw(lies ? `, ${less('quantity', ofStock)} as lies` : '')}
  from sku_cost as cost${sql.join(joins, sql``)}
  where cost.tenant_id = ${tenantId} and ${ofProduct(tenantId, 'cost.sku_id', asked.productId)}
    and ${ofSku('cost.sku_id', asked.skuId)})`;
}

/** The worth alone. */
export const worthAt = ({ tenantId }: Context, asked: Whose): RawBuilder<unknown> =>
  costsAt(tenantId, asked, false);

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

/**
 * What lay where, by SKUs and maybe more, beside what the company had of the SKU and what that was worth: a relation of the columns it is
 * told by and (lies, quantity, value).
 */
export function stockBesideWorth(
  by: readonly StockColumn[],
  context: Context,
  asked: StockAsked,
): RawBuilder<unknown> {
  if (isByWhole(by, context, asked)) return costsAt(context.tenantId, asked, true);
  const key = sql.raw(by.map((column) => `stock.${column}`).join());
  return sql`(
    select ${key}, stock.quantity as lies, worth.quantity, worth.value
    from ${stockBy(by, context, asked)} as stock
    left join ${worthAt(context, asked)} as worth on worth.sku_id = stock.sku_id)`;
}

/**
 * What lay where, by SKUs and maybe more, what it was worth, and what a base unit of the SKU cost company-wide: a relation of the columns
 * it is told by and (quantity, value, cost).
 */
export function worthOfStock(
  by: readonly StockColumn[],
  context: Context,
  asked: StockAsked,
): RawBuilder<unknown> {
  const key = sql.raw(by.map((column) => `worth.${column}`).join());
  const value = valueOf(sql`worth.lies`, {
    quantity: sql`worth.quantity`,
    value: sql`worth.value`,
  });
  return sql`(
    select ${key}, worth.lies as quantity, ${value} as value, worth.value / nullif(worth.quantity, 0) as cost
    from ${stockBesideWorth(by, context, asked)} as worth)`;
}
