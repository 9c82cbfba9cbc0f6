-- No more comes back than went: per line of the original.
select document_id, line.sku_id, format('line %s', line.line) as subject,
  format('returned %s of %s', returned.quantity, line.base_quantity) as detail
from document_line line
join (
  select link.source_document_id as document_id, link.source_line as line, sum(link.quantity) as quantity
  from document_link link join document child on child.tenant_id = $1 and child.id = link.target_document_id
  where link.tenant_id = $1 and child.deleted_at is null and child.kind in ('purchaseBack', 'saleBack', 'retailBack')
  group by 1, 2) returned using (document_id, line)
where line.tenant_id = $1 and returned.quantity > line.base_quantity
