-- What the accounts of a document give or take, in whole cents, adds up to what was paid with it; a prepayment may pay the rest.
select document.id as document_id, null::bigint as sku_id, document.kind as subject,
  format('accounts %s, paid %s', coalesce(settled.amount, 0), document.paid_now) as detail
from document
left join (
  select document_id, sum(amount) as amount, max(scale(trim_scale(amount))) as digits
  from document_settlement where tenant_id = $1 group by 1) settled
  on settled.document_id = document.id
where document.tenant_id = $1 and document.kind in ({{paying_kinds}})
  and (settled.digits > (select max(digits) from unnest({{digits_of_document}}) as digits) or case document.payment
    when 'prepaid' then coalesce(settled.amount, 0) > document.paid_now
    else coalesce(settled.amount, 0) <> document.paid_now end)
