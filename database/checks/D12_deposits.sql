-- No more of an order's deposit is used or given back than was taken, and the order knows how much.
select orders.id as document_id, null::bigint as sku_id, orders.kind as subject,
  format('taken %s, used or given back %s, noted %s', orders.paid_now, coalesce(taken.amount, 0), orders.deposit_taken) as detail
from document orders
left join (select id, sum(amount) as amount from ({{deposit_takers}}) taker group by 1) taken on taken.id = orders.id
where orders.tenant_id = $1 and orders.kind in ({{deposit_kinds}})
  and (orders.deposit_taken > orders.paid_now or orders.deposit_taken <> coalesce(taken.amount, 0))
