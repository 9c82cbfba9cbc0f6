import { goodsSkuTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { bindTable, dayStart, matchesKeyword } from '../../../kernel/table/index.ts';
import { inCategory } from '../../catalog/index.ts';
import { quantitiesOnOrderSql, soldLately } from '../../document/index.ts';
import { goodsPictured } from './goods.ts';
import { chosenWarehouses, stockBy } from './stockAt.ts';

type GoodsSkuRow = Pick<
  RowOf<typeof goodsSkuTable>,
  | 'id'
  | 'productId'
  | 'skuCode'
  | 'outerCode'
  | 'barcode'
  | 'attributes'
  | 'formal'
  | 'defective'
  | 'gift'
  | 'ungraded'
  | 'locked'
  | 'available'
  | 'inTransit'
>;

type Warehouses = readonly string[] | undefined;

/** Stock by type now, or at the end of a day: a relation (sku_id, stock_type, quantity). */
const typedStockAt = (context: Context, day: string | undefined, warehouseIds: Warehouses) =>
  day === undefined
    ? sql`(
      select sku_id, stock_type, quantity from stock_balance as now
      where now.tenant_id = ${context.tenantId}
        and ${chosenWarehouses(context, 'now.warehouse_id', warehouseIds)})`
    : stockBy(['sku_id', 'stock_type'], context, { day, warehouseIds });

/** Locks now, or at the end of a day on the company's clock: a relation (sku_id, quantity). */
function locksAt(context: Context, day: string | undefined, warehouseIds: Warehouses) {
  const { tenantId } = context;
  const now = sql`
    select sku_id, quantity from stock_lock as now
    where now.tenant_id = ${tenantId} and ${chosenWarehouses(context, 'now.warehouse_id', warehouseIds)}`;
  if (day === undefined) return sql`(${now})`;
  const zone = sql`(select time_zone from tenant_setting where tenant_id = ${tenantId})`;
  return sql`(${now} union all
    select later.sku_id, -later.quantity from lock_history as later
    where later.tenant_id = ${tenantId} and later.at >= ${dayStart(sql`(${day}::date + 1)`, zone)}
      and ${chosenWarehouses(context, 'later.warehouse_id', warehouseIds)})`;
}

export const goodsSkuRows = bindTable(
  goodsSkuTable,
  (context, { keyword, warehouses, date, category, brandId, stockType, zeroStock }) => {
    const { tenantId } = context;
    const onOrder = sql`(${quantitiesOnOrderSql(context)})`;
    const meant =
      stockType === undefined ? sql`true` : sql`balance.stock_type = any(${stockType}::text[])`;
    const conditions = [
      keyword === undefined ? sql`true` : matchesKeyword(tenantId, keyword),
      category === undefined ? sql`true` : inCategory(tenantId, category),
      brandId === undefined ? sql`true` : sql`product.brand_id = ${brandId}`,
      stockType === undefined ? sql`true` : sql`held.meant`,
      zeroStock === true ? sql`(product.enabled or held.has_stock)` : sql`held.has_stock`,
    ];
    return sql<GoodsSkuRow>`
      select sku.id, sku.product_id as "productId", sku.code as "skuCode", sku.outer_code as "outerCode", barcode.code as barcode,
        sku.attributes, barcode.id as barcode_id, coalesce(held.formal, 0) as formal, coalesce(held.defective, 0) as defective,
        coalesce(held.gift, 0) as gift, coalesce(held.ungraded, 0) as ungraded, coalesce(locked.quantity, 0) as locked,
        coalesce(held.formal, 0) - coalesce(locked.quantity, 0) as available,
        ${date === undefined ? sql`coalesce(ordered.quantity, 0)` : sql`null::numeric`} as "inTransit"
      from sku
      join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
        and ${date === undefined ? sql`product.removed_at is null` : sql`true`}
      join (
        select distinct on (sku_id) sku_id, id, code from barcode where barcode.tenant_id = ${tenantId}
        order by sku_id, is_default desc, position) as barcode on barcode.sku_id = sku.id
      left join (
        select balance.sku_id, bool_or(balance.quantity <> 0) as has_stock,
          bool_or(balance.quantity <> 0 and ${meant}) as meant,
          sum(balance.quantity) filter (where balance.stock_type = 'formal') as formal,
          sum(balance.quantity) filter (where balance.stock_type = 'defective') as defective,
          sum(balance.quantity) filter (where balance.stock_type = 'gift') as gift,
          sum(balance.quantity) filter (where balance.stock_type = 'ungraded') as ungraded
        from ${typedStockAt(context, date, warehouses)} as balance
        group by balance.sku_id) as held on held.sku_id = sku.id
      left join (
        select lock.sku_id, sum(lock.quantity) as quantity from ${locksAt(context, date, warehouses)} as lock
        group by lock.sku_id) as locked on locked.sku_id = sku.id
      ${date === undefined ? sql`left join ${onOrder} as ordered on ordered.sku_id = sku.id` : sql``}
      where sku.tenant_id = ${tenantId} and ${sql.join(conditions, sql` and `)}`;
  },
  {
    pages: 'whole',
    beside(context, { date }) {
      const { tenantId } = context;
      const lately = soldLately(context, sql`"row".id`);
      const { joins, columns } = goodsPictured(tenantId, 'productId');
      const { name, brand, categoryName, imageId } = columns;
      return {
        by: ['productId', 'barcode_id', 'available', 'inTransit'],
        joins: sql`${joins}
          left join barcode on barcode.tenant_id = ${tenantId} and barcode.id = "row".barcode_id
          ${date === undefined ? sql`cross join lateral ${lately} as sold` : sql``}`,
        columns: {
          name,
          brand,
          categoryName,
          imageId,
          unit: sql`coalesce(product.unit_name, unit.base_unit)`,
          sold: date === undefined ? sql`sold.quantity` : sql`null::numeric`,
          suggested:
            date === undefined
              ? sql`greatest(sold.quantity - "row".available - "row"."inTransit", 0)`
              : sql`null::numeric`,
          minimumPrice: sql`barcode.minimum_price`,
          purchasePrice: sql`barcode.purchase_price`,
          retailPrice: sql`barcode.retail_price`,
          salePrice: sql`barcode.sale_price`,
          distributorPrice: sql`barcode.distributor_price`,
          supplyPrice: sql`barcode.supply_price`,
        },
      };
    },
  },
);
