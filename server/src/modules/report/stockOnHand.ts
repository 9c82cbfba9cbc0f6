import { stockByWarehouseTable, stockOnHandTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { source } from '../../kernel/index.ts';
import { inCategory, matchesKeyword } from '../catalog/index.ts';
import { chosenWarehouses, stockAt, valueOfStock, worthAt } from './stockAt.ts';

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
    ];
    return sql<RowOf<typeof stockOnHandTable>>`
    select product.id, picture.id as "imageId", barcode.code as barcode, product.name, product.standard, product.model, product.color,
      product.brand, product.maker, coalesce(category.name, '') as "categoryName",
      product.shelf_position as "shelfPosition", coalesce(product.unit_name, unit.name) as unit,
      unit.base_unit as "baseUnit", unit.sub_unit as "subUnit", unit.ratio,
      unit.sub_unit_two as "subUnitTwo", unit.ratio_two as "ratioTwo",
      unit.sub_unit_three as "subUnitThree", unit.ratio_three as "ratioThree",
      coalesce(held.value / nullif(held.stock, 0), held.cost) as cost,
      coalesce(opening.quantity, 0) as "openingStock", coalesce(held.stock, 0) as stock,
      coalesce(held.value, 0) as "stockValue", coalesce(product.weight * held.stock, 0) as weight
    from product
    join barcode on barcode.tenant_id = ${tenantId} and barcode.product_id = product.id and barcode.is_default
    left join (
      select distinct on (owner_id) owner_id, id from stored_file
      where tenant_id = ${tenantId} and owner = 'product'
      order by owner_id, position) as picture on picture.owner_id = product.id
    left join category on category.tenant_id = ${tenantId} and category.id = product.category_id
    left join unit on unit.tenant_id = ${tenantId} and unit.id = product.unit_id
    left join (
      select sku.product_id, sum(stock.quantity) as stock, sum(${valueOfStock}) as value,
        max(worth.value / nullif(worth.quantity, 0)) as cost
      from ${stockBySku(context, { day, warehouseIds })} as stock
      join sku on sku.tenant_id = ${tenantId} and sku.id = stock.sku_id
      left join ${worthAt(context, { day })} as worth on worth.sku_id = stock.sku_id
      group by sku.product_id) as held on held.product_id = product.id
    left join (
      select sku.product_id, sum(line.base_quantity) as quantity
      from document
      join document_line as line on line.tenant_id = ${tenantId} and line.document_id = document.id
      join sku on sku.tenant_id = ${tenantId} and sku.id = line.sku_id
      where document.tenant_id = ${tenantId} and document.kind = 'openingStock' and document.subject <> ''
        and document.deleted_at is null and ${chosenWarehouses(context, 'line.warehouse_id', warehouseIds)}
      group by sku.product_id) as opening on opening.product_id = product.id
    where product.tenant_id = ${tenantId} and ${sql.join(conditions, sql` and `)}`;
  },
  { pages: 'whole' },
);

/** Over the chosen warehouses together: a SKU is worth its quantity there, whichever of them it lies in. */
const stockBySku = (context: Parameters<typeof stockAt>[0], asked: Parameters<typeof stockAt>[1]) =>
  sql`(select sku_id, sum(quantity) as quantity from ${stockAt(context, asked)} as spots group by sku_id)`;

export const stockByWarehouseRows = source(
  stockByWarehouseTable,
  (context, filters) => {
    const { tenantId } = context;
    const { date: day, warehouses: warehouseIds, materialId: productId } = filters;
    return sql<RowOf<typeof stockByWarehouseTable>>`
    select warehouse.id, warehouse.name as "warehouseName", sum(stock.quantity) as stock,
      max(worth.value / nullif(worth.quantity, 0)) as cost, sum(${valueOfStock}) as "stockValue"
    from ${stockAt(context, { day, warehouseIds, productId })} as stock
    join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = stock.warehouse_id
    left join ${worthAt(context, { day, productId })} as worth on worth.sku_id = stock.sku_id
    where stock.quantity <> 0
    group by warehouse.id, warehouse.name`;
  },
  { pages: 'whole' },
);
