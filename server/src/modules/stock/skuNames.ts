import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * What a SKU is called, joined to a row that holds its id: `sku`, `product`, its `unit`, and as `base` the barcode of its
 * smallest unit, which a SKU may lack.
 */
export const skuNames = (tenantId: string, id: string): RawBuilder<unknown> => sql`
  join sku on sku.tenant_id = ${tenantId} and sku.id = ${sql.ref(id)}
  join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
  left join unit on unit.tenant_id = ${tenantId} and unit.id = product.unit_id
  left join lateral (
    select code from barcode own where own.tenant_id = ${tenantId} and own.sku_id = ${sql.ref(id)}
    order by own.ratio, own.position limit 1) base on true`;
