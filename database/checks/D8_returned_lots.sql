-- Nor of any of its lots.
select back.document_id, null::bigint as sku_id, format('line %s, lot %L', back.line, back.lot) as subject,
  format('returned %s of %s', back.quantity, coalesce(went.quantity, 0)) as detail
from (
  select link.source_document_id as document_id, link.source_line as line, part.lot, sum(part.quantity) as quantity
  from document_link link
  join document child on child.tenant_id = $1 and child.id = link.target_document_id
  join line_allocation part on part.tenant_id = $1 and part.document_id = link.target_document_id and part.line = link.target_line
  where link.tenant_id = $1 and child.deleted_at is null and child.kind in ('purchaseBack', 'saleBack', 'retailBack') and part.lot <> ''
  group by 1, 2, 3) back
left join (
  select document_id, line, lot, sum(quantity) as quantity
  from line_allocation where tenant_id = $1 and lot <> '' group by 1, 2, 3) went using (document_id, line, lot)
where back.quantity > coalesce(went.quantity, 0)
