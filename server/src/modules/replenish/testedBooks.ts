import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { chosenIn } from './chosenWarehouses.ts';

/** Year of a back-test, and the chosen warehouses. */
export interface TestedYear {
  readonly since: string;
  /** Day after the last. */
  readonly until: string;
  readonly days: number;
  readonly warehouseIds: readonly string[] | undefined;
}

/** Name, stock before the year and unit cost of a SKU. */
export interface TestedSkuRow {
  readonly sku_id: string;
  readonly barcode: string;
  readonly name: string;
  readonly unit: string;
  readonly opening: number;
  readonly cost: number;
}

/** Reads stock before the year from balances and later months; costs are the present ones. */
export async function readTestedSkus(
  context: Context,
  ids: readonly string[],
  { since, warehouseIds }: TestedYear,
): Promise<readonly TestedSkuRow[]> {
  const { tx, tenantId } = context;
  const { rows } = await sql<TestedSkuRow>`
    select sku.id as sku_id, barcode.code as barcode,
      concat_ws(' ', product.name, nullif(sku.attributes, '')) as name, barcode.unit,
      (coalesce(held.quantity, 0) - coalesce(later.quantity, 0))::float8 as opening,
      coalesce(cost.value / nullif(cost.quantity, 0), cost.basis_value / nullif(cost.basis_quantity, 0),
        barcode.purchase_price / barcode.ratio, 0)::float8 as cost
    from sku
    join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
    join lateral (
      select code, unit, ratio, purchase_price from barcode
      where barcode.tenant_id = ${tenantId} and barcode.sku_id = sku.id
      order by is_default desc, position limit 1) as barcode on true
    left join sku_cost as cost on cost.tenant_id = ${tenantId} and cost.sku_id = sku.id
    left join (
      select balance.sku_id, sum(balance.quantity) as quantity from stock_balance as balance
      where balance.tenant_id = ${tenantId} and balance.sku_id = any(${ids}::bigint[])
        and ${chosenIn(context, 'balance.warehouse_id', warehouseIds)}
      group by balance.sku_id) as held on held.sku_id = sku.id
    left join (
      select period.sku_id, sum(period.quantity) as quantity from whole_stock_period as period
      where period.tenant_id = ${tenantId} and period.sku_id = any(${ids}::bigint[])
        and period.grain = 'm' and period.starts_on >= ${since}::date
        and ${chosenIn(context, 'period.warehouse_id', warehouseIds)}
      group by period.sku_id) as later on later.sku_id = sku.id
    where sku.tenant_id = ${tenantId} and sku.id = any(${ids}::bigint[])`.execute(tx);
  return rows;
}

/** Net movements of a SKU on a day of the year, counted from 0. */
export interface TestedDayRow {
  readonly sku_id: string;
  readonly day: number;
  readonly sold: number;
  readonly received: number;
  readonly other: number;
}

/** Reads movements by SKU and day, from an index by SKU and day. */
export async function readTestedDays(
  context: Context,
  ids: readonly string[],
  { since, until, warehouseIds }: TestedYear,
): Promise<readonly TestedDayRow[]> {
  const { tx, tenantId } = context;
  const isOut = sql`(move.from_place = 'warehouse' and ${chosenIn(context, 'move.from_id', warehouseIds)})`;
  const isIn = sql`(move.to_place = 'warehouse' and ${chosenIn(context, 'move.to_id', warehouseIds)})`;
  const { rows } = await sql<TestedDayRow>`
    select sku_id, day, coalesce(-sum(change) filter (where place = 'customer'), 0)::float8 as sold,
      coalesce(sum(change) filter (where place = 'supplier'), 0)::float8 as received,
      coalesce(sum(change) filter (where place not in ('customer', 'supplier')), 0)::float8 as other
    from (
      select move.sku_id, move.business_date - ${since}::date as day,
        case when ${isOut} then move.to_place else move.from_place end as place,
        move.quantity * (case when ${isIn} then 1 else 0 end - case when ${isOut} then 1 else 0 end) as change
      from stock_move as move
      where move.tenant_id = ${tenantId} and move.sku_id = any(${ids}::bigint[])
        and move.business_date >= ${since}::date and move.business_date < ${until}::date) as moved
    where change <> 0
    group by sku_id, day`.execute(tx);
  return rows;
}
