-- A SKU's last day is none that others come after: what is posted before it is valued by the days that follow.
-- Proof of the ledgers.
select null::bigint as document_id, sku_id, 'company-wide' as subject,
  format('last day %s, but goods came or went on %s', last_day, starts_on) as detail
from sku_cost cost
join (
  select sku_id, max(starts_on) as starts_on from {{sku_period}} sku_period
  where tenant_id = $1 and grain = 'd' group by 1) later using (sku_id)
where cost.tenant_id = $1 and cost.last_day < later.starts_on
