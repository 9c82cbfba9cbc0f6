-- What invoices that stand have of a bill is of its sign and never more than it, of its partner and currency, and it is in force.
with kinds as (
  select kind, line_sign, sign * case purse when 'payable' then -1 else 1 end as sign
  from (values {{debt_kinds}}) as given(kind, purse, sign, line_sign)
)
select document.id as document_id, null::bigint as sku_id, document.kind as subject,
  format('bill %s, invoiced %s', document.payable * kinds.sign, taken.amount) as detail
from document
left join kinds on kinds.kind = document.kind and kinds.line_sign = 0
join (
  select part.document_id, sum(part.amount) as amount,
    min(whole.partner_id) as partner_id, max(whole.partner_id) as other_id, min(whole.currency) as currency, max(whole.currency) as other
  from invoice_bill part
  join invoice whole on whole.tenant_id = $1 and whole.id = part.invoice_id and not whole.voided
  where part.tenant_id = $1
  group by 1) taken on taken.document_id = document.id
where document.tenant_id = $1
  and (kinds.kind is null or not document.in_force or document.deleted_at is not null
    or document.partner_id is distinct from taken.partner_id or taken.other_id <> taken.partner_id
    or taken.currency <> document.currency or taken.other <> document.currency
    or taken.amount * kinds.sign <= 0 or abs(taken.amount) > document.payable)
