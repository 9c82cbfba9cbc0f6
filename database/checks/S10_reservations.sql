-- What is locked is exactly what somebody has reserved: the sum of all reservations of a SKU in a warehouse.
select null::bigint as document_id, sku_id, format('warehouse %s', warehouse_id) as subject,
  format('locked %s, reserved %s', coalesce(locked.quantity, 0), coalesce(reserved.quantity, 0)) as detail
from (select warehouse_id, sku_id, quantity from stock_lock where tenant_id = $1) locked
full join (
  select warehouse_id, sku_id, sum(quantity) as quantity from stock_reservation where tenant_id = $1 group by 1, 2) reserved
  using (warehouse_id, sku_id)
where coalesce(locked.quantity, 0) <> coalesce(reserved.quantity, 0)
