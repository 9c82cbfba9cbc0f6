-- A SKU's last day is none that others come after: what is posted before it is valued by the days that follow.
select null::bigint as document_id, sku_id, 'company-wide' as subject,
  format('last day %s, but goods came or went on %s', last_day, starts_on) as detail
from sku_cost cost
cross join lateral (
  select max(starts_on) as starts_on from sku_period day
  where day.tenant_id = $1 and day.sku_id = cost.sku_id and day.grain = 'd') later
where cost.tenant_id = $1 and cost.last_day < later.starts_on
