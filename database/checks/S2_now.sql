-- Nothing lies below zero that never was allowed to.
select null::bigint as document_id, sku_id, format('warehouse %s, lot %L, %s', warehouse_id, lot, stock_type) as subject,
  format('balance %s', quantity) as detail
from stock_balance
where tenant_id = $1 and quantity < 0 and not may_fall_below
