import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses } from '../access/index.ts';
import type { Scope } from '../access/index.ts';

interface KitStockOf {
  /** Id of the kit. */
  readonly productId: RawBuilder<unknown>;
  /** Base units in the unit of the result. */
  readonly ratio: RawBuilder<unknown>;
  /** Condition on the id of the warehouse; all granted warehouses count otherwise. */
  readonly isWanted?: (warehouseId: RawBuilder<unknown>) => RawBuilder<boolean>;
}

/**
 * Selects how many kits can be sold: in each warehouse the scarcest part decides, by free formal stock.
 * Parts in different warehouses make no kit.
 */
export const kitStockSql = (
  { tenantId, scope }: { readonly tenantId: string; readonly scope: Scope },
  { productId, ratio, isWanted = () => sql<boolean>`true` }: KitStockOf,
): RawBuilder<string> => sql<string>`(
  select coalesce(sum(kits.quantity), 0)
  from warehouse as place
  cross join lateral (
    select floor(greatest(min((
      coalesce((select sum(stored.quantity) from stock_balance as stored
        where stored.tenant_id = ${tenantId} and stored.sku_id = need.sku_id
          and stored.warehouse_id = place.id and stored.stock_type = 'formal'), 0)
      - coalesce((select kept.quantity from stock_lock as kept
        where kept.tenant_id = ${tenantId} and kept.sku_id = need.sku_id
          and kept.warehouse_id = place.id), 0))
      / (need.quantity * ${ratio})), 0)) as quantity
    from (
      select unit.sku_id, sum(bill.quantity * unit.ratio) as quantity
      from product_part as bill
      join barcode as unit on unit.tenant_id = ${tenantId} and unit.id = bill.barcode_id
      where bill.tenant_id = ${tenantId} and bill.product_id = ${productId}
      group by unit.sku_id) as need) as kits
  where place.tenant_id = ${tenantId} and ${grantedWarehouses(scope, 'place.id')}
    and ${isWanted(sql`place.id`)})`;
