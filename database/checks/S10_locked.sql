-- Locked stock is there: never below zero, never more than the formal stock on hand.
select null::bigint as document_id, locked.sku_id, format('warehouse %s', locked.warehouse_id) as subject,
  format('locked %s, on hand %s', locked.quantity, coalesce(held.quantity, 0)) as detail
from stock_lock locked
left join (
  select warehouse_id, sku_id, sum(quantity) as quantity
  from stock_balance where tenant_id = $1 and stock_type = 'formal' group by 1, 2) held
  on held.warehouse_id = locked.warehouse_id and held.sku_id = locked.sku_id
where locked.tenant_id = $1 and locked.quantity <> 0
  and (locked.quantity < 0 or locked.quantity > greatest(coalesce(held.quantity, 0), 0))
