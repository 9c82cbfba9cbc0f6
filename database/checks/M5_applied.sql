-- What a receipt, a payment or a refund applies is what changed hands and what was written off.
select document.id as document_id, null::bigint as sku_id, document.kind as subject,
  format('lines %s, paid %s, discount %s', sum(line.amount), document.paid_now, document.discount) as detail
from document join document_line line on line.tenant_id = $1 and line.document_id = document.id
where document.tenant_id = $1 and document.kind in ({{applying_kinds}})
group by document.id, document.kind, document.paid_now, document.discount
having sum(line.amount) <> document.paid_now + document.discount
