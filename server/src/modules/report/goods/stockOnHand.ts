import { stockByWarehouseTable, stockOnHandTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { matchesKeyword, bindTable } from '../../../kernel/table/index.ts';
import type { FiltersOf } from '../../../kernel/table/index.ts';
import { inCategory } from '../../catalog/index.ts';
import { optionalCondition } from '../conditions.ts';
import { goodsInUnits } from './goods.ts';
import { openingLines } from './openingLines.ts';
import { ofProduct, worthOfStock } from './stockAt.ts';
import { shortStockRows, shortStockTotals } from './stockShortcuts.ts';

type CountedRow = Pick<RowOf<typeof stockOnHandTable>, 'id' | 'barcode' | 'stock' | 'stockValue'>;
type StockOnHandFilters = FiltersOf<typeof stockOnHandTable>;

export const stockOnHandRows = bindTable(
  stockOnHandTable,
  (context, filters) => {
    const { tenantId } = context;
    const { date: day, warehouses: warehouseIds, keyword, category } = filters;
    const ofProducts = [
      ...optionalCondition(keyword, (word) => matchesKeyword(tenantId, word)),
      ...optionalCondition(category, (id) => inCategory(tenantId, id)),
      ...(filters.zeroStock === true ? [sql`(product.enabled or held.stock <> 0)`] : []),
    ];
    const conditions = [
      ...ofProducts,
      filters.zeroStock === true ? sql`true` : sql`held.stock <> 0`,
      filters.belowZero === true ? sql`held.stock < 0` : sql`true`,
    ];
    const products =
      ofProducts.length === 0
        ? sql``
        : sql`join product on product.tenant_id = ${tenantId} and product.id = barcode.product_id`;
    // Sorted rows are added up product by product; a hash of a hundred thousand products goes to disk.
    return sql<CountedRow>`
    select barcode.product_id as id, barcode.code as barcode, coalesce(held.stock, 0) as stock,
      coalesce(held.value, 0) as "stockValue"
    from barcode ${products}
    left join (
      select product_id, sum(quantity) as stock, sum(value) as value
      from (
        select sku.product_id, stock.quantity, stock.value
        from ${worthOfStock(['sku_id'], context, { day, warehouseIds })} as stock
        join sku on sku.tenant_id = ${tenantId} and sku.id = stock.sku_id
        order by sku.product_id offset 0) as stock
      group by product_id) as held on held.product_id = barcode.product_id
    where barcode.tenant_id = ${tenantId} and barcode.is_default and ${sql.join(conditions, sql` and `)}`;
  },
  {
    pages: 'whole',
    totals: shortStockTotals,
    end: shortStockRows,
    beside(context, filters: StockOnHandFilters) {
      const { tenantId } = context;
      const { date: day, warehouses: warehouseIds } = filters;
      const { joins, columns } = goodsInUnits(tenantId);
      const productId = sql.ref('row.id');
      return {
        by: ['stock', 'stockValue'],
        joins: sql`${joins}
          left join lateral (
            select sum(line.base_quantity) as quantity ${openingLines(context, warehouseIds)}
              and ${ofProduct(tenantId, 'line.sku_id', productId)}) as opening on true`,
        columns: {
          ...columns,
          shelfPosition: sql`product.shelf_position`,
          weight: sql`coalesce(product.weight * "row".stock, 0)`,
          openingStock: sql`coalesce(opening.quantity, 0)`,
          // Without stock in the chosen warehouses, the company's cost of the product's SKUs.
          cost: sql`coalesce("row"."stockValue" / nullif("row".stock, 0), (
            select max(stock.cost)
            from ${worthOfStock(['sku_id'], context, { day, warehouseIds, productId })} as stock))`,
        },
        sums: {
          weight: sql`
            select coalesce(sum(product.weight * found.stock), 0) from found
            join product on product.tenant_id = ${tenantId} and product.id = found.id
            where product.weight <> 0`,
          // A full join is never a nested loop, however few lines the planner expects.
          openingStock: sql`
            select coalesce(sum(line.quantity) filter (where found.id is not null), 0)
            from (
              select line.product_id, line.base_quantity as quantity
              ${openingLines(context, warehouseIds)}) as line
            full join found on found.id = line.product_id`,
        },
      };
    },
  },
);

export const stockByWarehouseRows = bindTable(
  stockByWarehouseTable,
  (context, filters) => {
    const { tenantId } = context;
    const { date: day, warehouses: warehouseIds, materialId: productId, skuId } = filters;
    return sql<RowOf<typeof stockByWarehouseTable>>`
    select warehouse.id, warehouse.name as "warehouseName", sum(stock.quantity) as stock, max(stock.cost) as cost,
      sum(stock.value) as "stockValue"
    from ${worthOfStock(['sku_id', 'warehouse_id'], context, { day, warehouseIds, productId, skuId })} as stock
    join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = stock.warehouse_id
    where stock.quantity <> 0
    group by warehouse.id, warehouse.name`;
  },
  { pages: 'whole' },
);
