-- What is noted as settled of a debt is what money documents in force settled of it: never below 0, never more than it.
with kinds (kind, purse, sign, line_sign) as (values {{debt_kinds}})
select document.id as document_id, null::bigint as sku_id, document.kind as subject,
  format('debt %s, settled %s, lines %s', document.debt, document.settled, coalesce(paid.amount, 0)) as detail
from document
join kinds on kinds.kind = document.kind and kinds.line_sign = 0
left join (
  select line.settled_document_id as id, sum(-payer.line_sign * line.amount) as amount
  from document_line line
  join document settling on settling.tenant_id = $1 and settling.id = line.document_id
  join kinds payer on payer.kind = settling.kind
  where line.tenant_id = $1 and line.settled_document_id is not null and settling.in_force
  group by 1) paid on paid.id = document.id
where document.tenant_id = $1
  and (document.settled <> kinds.sign * coalesce(paid.amount, 0) or document.settled < 0 or document.settled > document.debt)
