-- What a receipt or payment applies is what it received and wrote off.
select document.id as document_id, null::bigint as sku_id, document.kind as subject,
  format('lines %s, paid %s, discount %s', sum(line.amount), document.paid_now, document.discount) as detail
from document join document_line line on line.tenant_id = $1 and line.document_id = document.id
where document.tenant_id = $1 and document.kind in ('moneyIn', 'moneyOut')
group by document.id, document.kind, document.paid_now, document.discount
having sum(line.amount) <> document.paid_now + document.discount
