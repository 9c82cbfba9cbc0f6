-- The value of all stock is the balance of the inventory purse.
-- Proof of the ledgers.
select null::bigint as document_id, null::bigint as sku_id, 'inventory' as subject,
  format('stock is worth %s, the purse holds %s', worth, held) as detail
from (select
  coalesce((select sum(value) from sku_cost where tenant_id = $1), 0) as worth,
  coalesce((select sum(amount) from {{money_balance}} money_balance where tenant_id = $1 and purse = 'inventory'), 0) as held) stock
where worth <> held
