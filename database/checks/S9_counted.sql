-- As many serials lie in a warehouse as goods of a serial-managed SKU.
-- Proof of the ledgers.
select null::bigint as document_id, sku_id, format('warehouse %s', warehouse_id) as subject,
  format('%s serials, %s on hand', coalesce(named.serials, 0), coalesce(held.quantity, 0)) as detail
from (
  select balance.sku_id, balance.warehouse_id, sum(balance.quantity) as quantity
  from stock_balance balance
  join sku on sku.tenant_id = $1 and sku.id = balance.sku_id
  join product on product.tenant_id = $1 and product.id = sku.product_id
  where balance.tenant_id = $1 and product.serial_managed
  group by 1, 2) held
full join (
  select sku_id, warehouse_id, count(*) as serials
  from serial_number where tenant_id = $1 and warehouse_id is not null group by 1, 2) named using (sku_id, warehouse_id)
where coalesce(named.serials, 0) <> coalesce(held.quantity, 0)
