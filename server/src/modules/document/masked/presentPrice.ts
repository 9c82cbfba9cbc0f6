import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Whether line `l` of document `d` names its price as prices are named now: with their tax, or without it. */
export const asNamedNow = (tenantId: string): RawBuilder<boolean> => sql<boolean>`
  (d.tax_mode = 'inclusive') = (select price_includes_tax from tenant_setting where tenant_id = ${tenantId})`;

/**
 * The unit price of line `l` of document `d` as prices are named now. Where the company has begun since to name them with
 * their tax, or ceased to, the tax goes in or out: what was agreed comes to the same (design §7.8).
 */
export const presentPrice = (tenantId: string): RawBuilder<string> => sql<string>`
  case when ${asNamedNow(tenantId)} then l.unit_price
    when d.tax_mode = 'exclusive' then round(l.unit_price * (100 + l.tax_rate) / 100, 6)
    else round(l.unit_price * 100 / (100 + l.tax_rate), 6) end`;
