-- The value of all stock is the balance of the inventory purse.
select null::bigint as document_id, null::bigint as sku_id, 'inventory' as subject,
  format('stock is worth %s, the purse holds %s', stock.value, purse.amount) as detail
from (select coalesce(sum(value), 0) as value from sku_cost where tenant_id = $1) stock
cross join (select coalesce(sum(amount), 0) as amount from money_balance where tenant_id = $1 and purse = 'inventory') purse
where stock.value <> purse.amount
