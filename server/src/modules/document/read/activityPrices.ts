import { decimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { grantedWarehouses } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';

interface ActivityPriceQuery {
  readonly activityId: string | undefined;
  readonly depotId: string | undefined;
}

/**
 * Reads a running activity's prices for these barcodes and further units of their SKUs, by barcode: in the
 * named warehouse, else the lowest of all. Only reserved stock counts. Activities state base-unit prices.
 */
export async function activityPrices(
  { tx, tenantId, scope }: Context,
  { activityId, depotId }: ActivityPriceQuery,
  barcodes: readonly string[],
): Promise<ReadonlyMap<string, Decimal>> {
  if (activityId === undefined || barcodes.length === 0) return new Map();
  const here = depotId === undefined ? sql`true` : sql`line.warehouse_id = ${depotId}`;
  const { rows } = await sql<{ barcode: string; price: string }>`
    select b.code as barcode, min(line.price * b.ratio) as price
    from activity
    join activity_line line on line.tenant_id = ${tenantId} and line.activity_id = activity.id and line.price is not null
    join stock_reservation held on held.tenant_id = ${tenantId} and held.source = 'activity' and held.source_id = activity.id
      and held.sku_id = line.sku_id and held.warehouse_id = line.warehouse_id and held.quantity > 0
    join barcode asked on asked.tenant_id = ${tenantId} and asked.code = any(${barcodes}::text[]) and asked.sku_id = line.sku_id
    join barcode b on b.tenant_id = ${tenantId} and b.sku_id = asked.sku_id
    where activity.tenant_id = ${tenantId} and activity.id = ${activityId} and not activity.released
      and now() >= activity.begins_at and now() < activity.ends_at
      and ${here} and ${grantedWarehouses(scope, 'line.warehouse_id')}
    group by 1`.execute(tx);
  return new Map(rows.map(({ barcode, price }) => [barcode, decimal(price)]));
}
