-- A debt that is settled whole is settled at what it was booked at: nothing of it is left in the books. Drafts count.
with kinds (kind, purse, sign, line_sign) as (values {{debt_kinds}})
select document.id as document_id, null::bigint as sku_id, document.kind as subject,
  format('booked at %s, settled at %s', {{debt_in_base}}, kinds.sign * paid.sign * paid.booked) as detail
from document
join kinds on kinds.kind = document.kind and kinds.line_sign = 0
join (
  select line.settled_document_id as id, -payer.line_sign as sign, sum(line.amount) as amount, sum(line.booked) as booked
  from document_line line
  join document settling on settling.tenant_id = $1 and settling.id = line.document_id
  join kinds payer on payer.kind = settling.kind
  where line.tenant_id = $1 and line.settled_document_id is not null and settling.deleted_at is null
  group by 1, 2) paid on paid.id = document.id
where document.tenant_id = $1
  and document.debt = kinds.sign * paid.sign * paid.amount and {{debt_in_base}} <> kinds.sign * paid.sign * paid.booked
