-- Nor is it at the end of any business day: no goods have no value, and no goods are worth less than nothing (V3, V5).
select null::bigint as document_id, sku_id, 'company-wide' as subject,
  format('quantity %s, value %s at the end of %s', quantity, value, starts_on) as detail
from (
  select sku_id, starts_on, sum(quantity) over days as quantity, sum(value) over days as value
  from {{sku_period}} sku_period where tenant_id = $1 and grain = 'd'
  window days as (partition by sku_id order by starts_on)
) level
where (quantity = 0 and value <> 0) or quantity * value < 0
