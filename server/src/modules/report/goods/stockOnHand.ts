import { stockByWarehouseTable, stockOnHandTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { matchesKeyword, source } from '../../../kernel/index.ts';
import { inCategory } from '../../catalog/index.ts';
import { goodsInUnits } from './goods.ts';
import { chosenWarehouses, worthOfStock } from './stockAt.ts';

/** What has to be worked out of every product. */
type CountedRow = Pick<
  RowOf<typeof stockOnHandTable>,
  'id' | 'barcode' | 'cost' | 'openingStock' | 'stock' | 'stockValue' | 'weight'
>;

export const stockOnHandRows = source(
  stockOnHandTable,
  (context, filters) => {
    const { tenantId } = context;
    const { date: day, warehouses: warehouseIds, keyword, category } = filters;
    const conditions = [
      keyword === undefined ? sql`true` : matchesKeyword(tenantId, keyword),
      category === undefined ? sql`true` : inCategory(tenantId, category),
      filters.zeroStock === true
        ? sql`(product.enabled or held.stock <> 0)`
        : sql`coalesce(held.stock, 0) <> 0`,
      filters.belowZero === true ? sql`held.stock < 0` : sql`true`,
    ];
    return sql<CountedRow>`
    select product.id, barcode.code as barcode, coalesce(held.value / nullif(held.stock, 0), held.cost) as cost,
      coalesce(opening.quantity, 0) as "openingStock", coalesce(held.stock, 0) as stock,
      coalesce(held.value, 0) as "stockValue", coalesce(product.weight * held.stock, 0) as weight
    from product
    join barcode on barcode.tenant_id = ${tenantId} and barcode.product_id = product.id and barcode.is_default
    left join (
      select sku.product_id, sum(stock.quantity) as stock, sum(stock.value) as value, max(stock.cost) as cost
      from ${worthOfStock(['sku_id'], context, { day, warehouseIds })} as stock
      join sku on sku.tenant_id = ${tenantId} and sku.id = stock.sku_id
      group by sku.product_id) as held on held.product_id = product.id
    left join (
      select line.product_id, sum(line.base_quantity) as quantity
      from document
      join document_line as line on line.tenant_id = ${tenantId} and line.document_id = document.id
      where document.tenant_id = ${tenantId} and document.kind = 'openingStock' and document.subject <> ''
        and document.deleted_at is null and ${chosenWarehouses(context, 'line.warehouse_id', warehouseIds)}
      group by line.product_id) as opening on opening.product_id = product.id
    where product.tenant_id = ${tenantId} and ${sql.join(conditions, sql` and `)}`;
  },
  {
    pages: 'whole',
    beside({ tenantId }) {
      const { joins, columns } = goodsInUnits(tenantId);
      return { joins, columns: { ...columns, shelfPosition: sql`product.shelf_position` } };
    },
  },
);

export const stockByWarehouseRows = source(
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
