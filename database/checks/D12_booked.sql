-- A deposit of which nothing is left was taken from at what it was booked at: nothing of it is left in the books. Drafts count.
select orders.id as document_id, null::bigint as sku_id, orders.kind as subject,
  format('booked at %s, used or given back at %s', {{deposit_in_base}}, taken.booked) as detail
from document orders
join (
  select id, sum(amount) as amount, sum(booked) as booked from ({{deposit_takers}}) taker group by 1) taken on taken.id = orders.id
where orders.tenant_id = $1 and orders.kind in ({{deposit_kinds}}) and orders.paid_now = taken.amount
  and {{deposit_in_base}} <> taken.booked
