-- A SKU's day, in quantity and in value, is what the ledger brought into the company less what it took out.
-- Proof of the ledgers.
select null::bigint as document_id, sku_id, starts_on::text as subject,
  format('day %s worth %s, ledger %s worth %s', coalesce(day.quantity, 0), coalesce(day.value, 0),
    coalesce(ledger.quantity, 0), coalesce(ledger.value, 0)) as detail
from (
  select sku_id, business_date as starts_on, sum(quantity) as quantity, sum(value) as value
  from ({{stock_flow}}) flow where place in ('warehouse', 'transit', 'regrade') group by 1, 2) ledger
full join (
  select sku_id, starts_on, quantity, value from {{sku_period}} sku_period where tenant_id = $1 and grain = 'd') day
  using (sku_id, starts_on)
where (coalesce(day.quantity, 0), coalesce(day.value, 0)) <> (coalesce(ledger.quantity, 0), coalesce(ledger.value, 0))
