import { inOutByWarehouseTable, inOutStockTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { matchesKeyword, bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { FiltersOf } from '../../../kernel/table/index.ts';
import { inCategory } from '../../catalog/index.ts';
import { goodsInUnits } from './goods.ts';
import { FIRST_DAY, LAST_DAY } from '../laterPeriods.ts';
import { toTradeQuery, netTradeSql, listSignedKinds, tradedRowsSql } from '../trade/tradeLevels.ts';
import { worthOfStock } from './stockAt.ts';
import type { StockColumn } from './stockAt.ts';
import { stockMovedBy } from '../periodMoves.ts';

type InOutStockFilters = Pick<FiltersOf<typeof inOutStockTable>, 'dates' | 'warehouses'>;

/**
 * Receipts and changes in the chosen warehouses in the days, of all goods or a product's, by these columns.
 */
const inOutStockMovesSql = (
  by: readonly StockColumn[],
  context: Context,
  { dates, warehouses }: InOutStockFilters,
  productId?: string,
) =>
  stockMovedBy(by, context, {
    days: [dates?.[0] ?? FIRST_DAY, dates?.[1] ?? LAST_DAY],
    warehouseIds: warehouses,
    productId,
  });

/**
 * Sums over rows of `stock`: closing quantity, value and cost; `moved` is the change. The fewest sums
 * needed.
 */
const came = sql`coalesce(sum(moved.came), 0)`;
const changed = sql`coalesce(sum(moved.quantity), 0)`;
const figures = sql`
  sum(stock.quantity) - ${changed} as opening, ${came} as came, ${came} - ${changed} as went, sum(stock.quantity) as closing,
  coalesce(sum(stock.value) / nullif(sum(stock.quantity), 0), max(stock.cost)) as cost,
  coalesce(sum(stock.value), 0) as "closingValue"`;
const somethingHappened = sql`sum(stock.quantity) <> 0 or ${came} <> 0 or ${changed} <> 0`;

/**
 * Sales and retail quantities of each product from the chosen warehouses, beside `held` stock. Empty for
 * readers with a partial view, because stock is shown whole.
 */
function salesBeside(context: Context, filters: InOutStockFilters, isRequested: boolean) {
  const { documents, customerIds } = context.scope;
  if (!isRequested || documents.of !== 'all' || customerIds !== null)
    return {
      columns: sql`null::numeric as sold, null::numeric as "sellThrough", null::numeric as "stockToSales"`,
      joins: sql``,
    };
  const kinds = listSignedKinds('sale', 'retail');
  const sums = ['quantity', 'cost'] as const;
  const trade = tradedRowsSql(context, kinds, {
    ...toTradeQuery(kinds, { by: 'product' }, filters),
    sums,
  });
  return {
    columns: sql`
      coalesce(sold.sold, 0) as sold,
      round(coalesce(sold.sold, 0) * 100 / nullif(held.opening + held.came, 0), 2) as "sellThrough",
      round(held."closingValue" / nullif(sold.cost, 0), 2) as "stockToSales"`,
    joins: sql`
      left join (
        select trade.key, ${netTradeSql('quantity')} as sold, ${netTradeSql('cost')} as cost from ${trade}) as sold on sold.key = held.product_id::text`,
  };
}

export const inOutStockRows = bindTable(
  inOutStockTable,
  (context, { keyword, category, withSales, ...filters }) => {
    const { tenantId } = context;
    const sales = salesBeside(context, filters, withSales === true);
    const day = filters.dates?.[1] ?? undefined;
    const conditions = [
      keyword === undefined ? sql`true` : matchesKeyword(tenantId, keyword),
      category === undefined ? sql`true` : inCategory(tenantId, category),
    ];
    return sql<
      Pick<
        RowOf<typeof inOutStockTable>,
        | 'id'
        | 'barcode'
        | 'opening'
        | 'came'
        | 'went'
        | 'closing'
        | 'cost'
        | 'closingValue'
        | 'sold'
        | 'sellThrough'
        | 'stockToSales'
      >
    >`
      select held.product_id as id, barcode.code as barcode, held.opening, held.came, held.went, held.closing, held.cost,
        held."closingValue", ${sales.columns}
      from (
        select sku.product_id, ${figures}
        from ${worthOfStock(['sku_id'], context, { day, warehouseIds: filters.warehouses })} as stock
        join sku on sku.tenant_id = ${tenantId} and sku.id = stock.sku_id
        left join ${inOutStockMovesSql(['sku_id'], context, filters)} as moved on moved.sku_id = stock.sku_id
        group by sku.product_id having ${somethingHappened}) as held
      join product on product.tenant_id = ${tenantId} and product.id = held.product_id
      join barcode on barcode.tenant_id = ${tenantId} and barcode.product_id = product.id and barcode.is_default
      ${sales.joins}
      where ${sql.join(conditions, sql` and `)}`;
  },
  { pages: 'whole', beside: ({ tenantId }) => goodsInUnits(tenantId) },
);

export const inOutByWarehouseRows = bindTable(
  inOutByWarehouseTable,
  (context, { materialId: productId, ...filters }) => {
    const { tenantId } = context;
    const day = filters.dates?.[1] ?? undefined;
    return sql<RowOf<typeof inOutByWarehouseTable>>`
      select warehouse.id, warehouse.name as "warehouseName", ${figures}
      from ${worthOfStock(['sku_id', 'warehouse_id'], context, { day, warehouseIds: filters.warehouses, productId })} as stock
      join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = stock.warehouse_id
      left join ${inOutStockMovesSql(['sku_id', 'warehouse_id'], context, filters, productId)} as moved
        on moved.sku_id = stock.sku_id and moved.warehouse_id = stock.warehouse_id
      group by warehouse.id, warehouse.name having ${somethingHappened}`;
  },
  { pages: 'whole' },
);
