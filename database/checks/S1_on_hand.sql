-- What a warehouse holds is what the ledger brought in less what it took out, per SKU, lot and stock type.
-- Proof of the ledgers.
select null::bigint as document_id, sku_id, format('warehouse %s, lot %L, %s', warehouse_id, lot, stock_type) as subject,
  format('balance %s, ledger %s', coalesce(balance.quantity, 0), coalesce(ledger.quantity, 0)) as detail
from (
  select place_id as warehouse_id, sku_id, lot, stock_type, sum(quantity) as quantity
  from ({{stock_flow}}) flow where place = 'warehouse' group by 1, 2, 3, 4) ledger
full join (
  select warehouse_id, sku_id, lot, stock_type, quantity from stock_balance where tenant_id = $1) balance
  using (warehouse_id, sku_id, lot, stock_type)
where coalesce(balance.quantity, 0) <> coalesce(ledger.quantity, 0)
