-- What a partner owes (or is owed) is its opening balance and its documents' debts, less what settled any of them was booked at.
with kinds (kind, purse, sign, line_sign) as (values {{debt_kinds}}),
open as (
  select partner_id, purse, sum(amount) as amount
  from (
    select id as partner_id, 'receivable' as purse, opening_receivable as amount from partner where tenant_id = $1
    union all
    select id, 'payable', -opening_payable from partner where tenant_id = $1
    union all
    select document.partner_id, kinds.purse, kinds.sign * ({{debt_in_base}})
    from document join kinds on kinds.kind = document.kind
    where document.tenant_id = $1 and document.in_force and kinds.line_sign = 0
    union all
    select document.partner_id, kinds.purse, kinds.line_sign * line.booked
    from document
    join kinds on kinds.kind = document.kind
    join document_line line on line.tenant_id = $1 and line.document_id = document.id
    where document.tenant_id = $1 and document.in_force and kinds.line_sign <> 0
      and (line.settled_document_id is null or document.kind not in ({{refund_kinds}}))
  ) part
  group by 1, 2)
select null::bigint as document_id, null::bigint as sku_id, format('%s of partner %s (%s)', open.purse, partner.id, partner.name) as subject,
  format('open amounts %s, balance %s', open.amount, coalesce(balance.amount, 0)) as detail
from open
join partner on partner.tenant_id = $1 and partner.id = open.partner_id
left join {{money_balance}} balance on balance.tenant_id = $1 and balance.purse = open.purse and balance.holder_id = open.partner_id
where open.amount <> coalesce(balance.amount, 0)
