-- A partner's deposit purse holds what its orders took less what documents used or gave back, each at what it was booked at.
with taken as (
  select partner_id, sum(amount) as amount
  from (
    select orders.partner_id, {{deposit_in_base}} as amount
    from document orders
    where orders.tenant_id = $1 and orders.in_force and orders.kind in ({{deposit_kinds}})
    union all
    select child.partner_id, -child.deposit_booked
    from document child where child.tenant_id = $1 and child.in_force and child.deposit_used <> 0
    union all
    select refund.partner_id, -line.booked
    from document refund
    join document_line line on line.tenant_id = $1 and line.document_id = refund.id
    where refund.tenant_id = $1 and refund.in_force and refund.kind in ({{refund_kinds}})
      and line.settled_document_id is not null
  ) part
  group by 1)
select null::bigint as document_id, null::bigint as sku_id, format('deposit of partner %s (%s)', partner.id, partner.name) as subject,
  format('purse holds %s, orders %s', coalesce(balance.amount, 0), coalesce(taken.amount, 0)) as detail
from partner
left join taken on taken.partner_id = partner.id
left join {{money_balance}} balance on balance.tenant_id = $1 and balance.purse = 'deposit' and balance.holder_id = partner.id
where partner.tenant_id = $1
  and coalesce(balance.amount, 0) <> case partner.type when 'supplier' then 1 else -1 end * coalesce(taken.amount, 0)
