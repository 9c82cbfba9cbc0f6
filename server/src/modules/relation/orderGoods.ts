import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** What the code of line `l` of order `o` stands for: relation `r`, barcode `b`. What can't be traded is none. */
export const goodsOfCode = (tenantId: string): RawBuilder<unknown> => sql`
  left join product_relation r on r.tenant_id = ${tenantId} and r.platform = o.platform and r.shop = o.shop
    and r.outer_sku_code = l.outer_sku_code and r.enabled
  left join (
    select barcode.id, barcode.code, barcode.unit, product.name
    from barcode join product on product.tenant_id = ${tenantId} and product.id = barcode.product_id and product.enabled
    where barcode.tenant_id = ${tenantId} and barcode.enabled) b on b.id = r.barcode_id`;

/** The sales order `d` that stands of order `o`. */
export const saleOrderOf = (tenantId: string): RawBuilder<unknown> =>
  sql`left join document d on d.tenant_id = ${tenantId} and d.id = o.document_id and d.deleted_at is null`;
