-- What is locked is exactly what somebody claims: the sum of all claims on a SKU in a warehouse.
select null::bigint as document_id, sku_id, format('warehouse %s', warehouse_id) as subject,
  format('locked %s, claimed %s', coalesce(locked.quantity, 0), coalesce(claimed.quantity, 0)) as detail
from (select warehouse_id, sku_id, quantity from stock_lock where tenant_id = $1) locked
full join (
  select warehouse_id, sku_id, sum(quantity) as quantity from stock_claim where tenant_id = $1 group by 1, 2) claimed
  using (warehouse_id, sku_id)
where coalesce(locked.quantity, 0) <> coalesce(claimed.quantity, 0)
