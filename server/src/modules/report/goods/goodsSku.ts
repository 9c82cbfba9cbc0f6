import { goodsSkuTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { matchesKeyword, bindTable } from '../../../kernel/table/index.ts';
import { inCategory } from '../../catalog/index.ts';
import { quantitiesOnOrderSql, soldLately } from '../../document/index.ts';
import { goodsPictured } from './goods.ts';
import { chosenWarehouses } from './stockAt.ts';

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

export const goodsSkuRows = bindTable(
  goodsSkuTable,
  (context, { keyword, warehouses, category, brandId, stockType, zeroStock }) => {
    const { tenantId } = context;
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
        coalesce(held.formal, 0) - coalesce(locked.quantity, 0) as available, coalesce(ordered.quantity, 0) as "inTransit"
      from sku
      join product on product.tenant_id = ${tenantId} and product.id = sku.product_id and product.removed_at is null
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
        from stock_balance as balance
        where balance.tenant_id = ${tenantId} and ${chosenWarehouses(context, 'balance.warehouse_id', warehouses)}
        group by balance.sku_id) as held on held.sku_id = sku.id
      left join (
        select lock.sku_id, sum(lock.quantity) as quantity from stock_lock as lock
        where lock.tenant_id = ${tenantId} and ${chosenWarehouses(context, 'lock.warehouse_id', warehouses)}
        group by lock.sku_id) as locked on locked.sku_id = sku.id
      left join (${quantitiesOnOrderSql(context)}) as ordered on ordered.sku_id = sku.id
      where sku.tenant_id = ${tenantId} and ${sql.join(conditions, sql` and `)}`;
  },
  {
    pages: 'whole',
    beside(context) {
      const { tenantId } = context;
      const { joins, columns } = goodsPictured(tenantId, 'productId');
      const { name, brand, categoryName, imageId } = columns;
      return {
        by: ['productId', 'barcode_id', 'available', 'inTransit'],
        joins: sql`${joins}
          left join barcode on barcode.tenant_id = ${tenantId} and barcode.id = "row".barcode_id
          cross join lateral ${soldLately(context, sql`"row".id`)} as sold`,
        columns: {
          name,
          brand,
          categoryName,
          imageId,
          unit: sql`coalesce(product.unit_name, unit.base_unit)`,
          sold: sql`sold.quantity`,
          suggested: sql`greatest(sold.quantity - "row".available - "row"."inTransit", 0)`,
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
