import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Mapping `r` and barcode `b` for the code of line `l` of order `o`, in SQL; untradable goods count like
 * none.
 */
export const mappedGoodsJoinSql = (tenantId: string): RawBuilder<unknown> => sql`
  left join product_relation r on r.tenant_id = ${tenantId} and r.platform = o.platform and r.shop = o.shop
    and r.outer_sku_code = l.outer_sku_code and r.enabled
  left join (
    select barcode.id, barcode.code, barcode.unit, product.name
    from barcode join product on product.tenant_id = ${tenantId} and product.id = barcode.product_id and product.enabled
    where barcode.tenant_id = ${tenantId} and barcode.enabled) b on b.id = r.barcode_id`;

/** Live sales order `d` of order `o`, in SQL. */
export const saleOrderOf = (tenantId: string): RawBuilder<unknown> =>
  sql`left join document d on d.tenant_id = ${tenantId} and d.id = o.document_id and d.deleted_at is null`;
