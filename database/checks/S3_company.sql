-- A SKU's quantity company-wide is what all warehouses hold, with what is on its way or being regraded.
-- Proof of the ledgers.
select null::bigint as document_id, sku_id, 'company-wide' as subject,
  format('company %s, places %s', coalesce(cost.quantity, 0), coalesce(held.quantity, 0)) as detail
from (
  select sku_id, sum(quantity) as quantity
  from (
    select sku_id, quantity from stock_balance where tenant_id = $1
    union all
    select sku_id, quantity from ({{stock_flow}}) flow where place in ('transit', 'regrade')) place
  group by 1) held
full join (select sku_id, quantity from sku_cost where tenant_id = $1) cost using (sku_id)
where coalesce(cost.quantity, 0) <> coalesce(held.quantity, 0)
