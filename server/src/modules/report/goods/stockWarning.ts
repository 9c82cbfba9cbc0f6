import { stockWarningTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { matchesKeyword, bindTable } from '../../../kernel/table/index.ts';
import { inCategory } from '../../catalog/index.ts';
import { goodsBeside } from './goods.ts';
import { chosenWarehouses } from './stockAt.ts';

type StockWarningRow = Pick<
  RowOf<typeof stockWarningTable>,
  | 'id'
  | 'productId'
  | 'warehouseId'
  | 'barcode'
  | 'stock'
  | 'minimum'
  | 'maximum'
  | 'suggestedIn'
  | 'suggestedOut'
>;

export const stockWarningRows = bindTable(
  stockWarningTable,
  (context, { keyword, category, warehouses, belowMinimum }) => {
    const { tenantId } = context;
    const conditions = [
      chosenWarehouses(context, 'safety.warehouse_id', warehouses),
      keyword === undefined ? sql`true` : matchesKeyword(tenantId, keyword),
      category === undefined ? sql`true` : inCategory(tenantId, category),
    ];
    return sql<StockWarningRow>`
      select found.warehouse_id || '-' || found.product_id as id, found.product_id as "productId", found.warehouse_id as "warehouseId",
        found.barcode, found.stock, found.minimum, found.maximum,
        case when found.stock < found.minimum then found.minimum - found.stock else 0 end as "suggestedIn",
        case when found.stock > found.maximum then found.stock - found.maximum else 0 end as "suggestedOut"
      from (
        select safety.warehouse_id, safety.product_id, barcode.code as barcode, nullif(safety.minimum, 0) as minimum,
          nullif(safety.maximum, 0) as maximum, coalesce(held.quantity, 0) as stock
        from safety_stock as safety
        join product on product.tenant_id = ${tenantId} and product.id = safety.product_id and product.enabled
        join barcode on barcode.tenant_id = ${tenantId} and barcode.product_id = product.id and barcode.is_default
        left join (
          select balance.warehouse_id, sku.product_id, sum(balance.quantity) as quantity
          from stock_balance as balance
          join sku on sku.tenant_id = ${tenantId} and sku.id = balance.sku_id
          where balance.tenant_id = ${tenantId} group by 1, 2) as held
          on held.warehouse_id = safety.warehouse_id and held.product_id = safety.product_id
        where safety.tenant_id = ${tenantId} and ${sql.join(conditions, sql` and `)}) as found
      where ${belowMinimum === false ? sql`false` : sql`found.stock < found.minimum`}
        or ${belowMinimum === true ? sql`false` : sql`found.stock > found.maximum`}`;
  },
  {
    pages: 'whole',
    beside({ tenantId }) {
      const goods = goodsBeside(tenantId, 'productId');
      return {
        by: ['productId', 'warehouseId'],
        joins: sql`${goods.joins}
          left join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = "row"."warehouseId"`,
        columns: { ...goods.columns, warehouseName: sql`warehouse.name` },
      };
    },
  },
);
