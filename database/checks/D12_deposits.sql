-- No more of an order's deposit is used than was taken, and the order knows how much.
select orders.id as document_id, null::bigint as sku_id, orders.kind as subject,
  format('taken %s, used %s, noted %s', orders.paid_now, coalesce(used.amount, 0), orders.deposit_taken) as detail
from document orders
left join (
  select source.id, sum(child.deposit_used) as amount
  from (
    select distinct link.source_document_id as id, link.target_document_id as child_id
    from document_link link where link.tenant_id = $1) source
  join document child on child.tenant_id = $1 and child.id = source.child_id
  where child.deleted_at is null
  group by 1) used on used.id = orders.id
where orders.tenant_id = $1 and orders.kind in ({{deposit_kinds}})
  and (orders.deposit_taken > orders.paid_now or orders.deposit_taken <> coalesce(used.amount, 0))
