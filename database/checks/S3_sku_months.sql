-- A SKU's month is the sum of its days.
-- Proof of the ledgers.
select null::bigint as document_id, sku_id, starts_on::text as subject,
  format('month %s worth %s, its days %s worth %s', coalesce(month.quantity, 0), coalesce(month.value, 0),
    coalesce(days.quantity, 0), coalesce(days.value, 0)) as detail
from (
  select sku_id, date_trunc('month', starts_on)::date as starts_on, sum(quantity) as quantity, sum(value) as value
  from {{sku_period}} sku_period where tenant_id = $1 and grain = 'd' group by 1, 2) days
full join (
  select sku_id, starts_on, quantity, value from {{sku_period}} sku_period where tenant_id = $1 and grain = 'm') month
  using (sku_id, starts_on)
where (coalesce(month.quantity, 0), coalesce(month.value, 0)) <> (coalesce(days.quantity, 0), coalesce(days.value, 0))
