import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** True if line `l` of document `d` has a price in the present tax mode. */
export const asNamedNow = (tenantId: string): RawBuilder<boolean> => sql<boolean>`
  (d.tax_mode = 'inclusive') = (select price_includes_tax from tenant_setting where tenant_id = ${tenantId})`;

/**
 * Unit price of line `l` of document `d` in the present tax mode. After a mode change, tax is added or
 * removed, and the agreed total stays.
 */
export const presentPrice = (
  tenantId: string,
  price: RawBuilder<unknown> = sql`l.unit_price`,
): RawBuilder<string> => sql<string>`
  case when ${asNamedNow(tenantId)} then ${price}
    when d.tax_mode = 'exclusive' then round(${price} * (100 + l.tax_rate) / 100, 6)
    else round(${price} * 100 / (100 + l.tax_rate), 6) end`;
