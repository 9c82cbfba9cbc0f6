-- Nor a serial that did not go by that line, nor one twice.
with went as (
  select distinct document_id, line, serial from line_allocation cross join lateral unnest(serials) serial
  where tenant_id = $1)
select back.document_id, null::bigint as sku_id, format('line %s, serial %s', back.line, back.serial) as subject,
  format('returned %s times', back.times) as detail
from (
  select link.source_document_id as document_id, link.source_line as line, serial, count(*) as times
  from document_link link
  join document child on child.tenant_id = $1 and child.id = link.target_document_id
  join line_allocation part on part.tenant_id = $1 and part.document_id = link.target_document_id and part.line = link.target_line
  cross join lateral unnest(part.serials) serial
  where link.tenant_id = $1 and child.deleted_at is null and child.kind in ('purchaseBack', 'saleBack', 'retailBack')
  group by 1, 2, 3) back
left join went using (document_id, line, serial)
where back.times > 1 or went.serial is null
