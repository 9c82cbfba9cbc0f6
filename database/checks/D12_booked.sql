-- A deposit that is used whole is used at what it was booked at: nothing of it is left in the books. Drafts count.
select orders.id as document_id, null::bigint as sku_id, orders.kind as subject,
  format('booked at %s, used at %s', {{deposit_in_base}}, used.booked) as detail
from document orders
join (
  select source.id, sum(child.deposit_used) as amount, sum(child.deposit_booked) as booked
  from (
    select distinct link.source_document_id as id, link.target_document_id as child_id
    from document_link link where link.tenant_id = $1) source
  join document child on child.tenant_id = $1 and child.id = source.child_id
  where child.deleted_at is null
  group by 1) used on used.id = orders.id
where orders.tenant_id = $1 and orders.kind in ({{deposit_kinds}}) and orders.paid_now = used.amount
  and {{deposit_in_base}} <> used.booked
