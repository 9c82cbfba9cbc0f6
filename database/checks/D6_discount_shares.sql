-- The shares of the head's discount on the lines add up to it.
select document.id as document_id, null::bigint as sku_id, document.kind as subject,
  format('shares %s, discount %s', sum(line.discount_share), document.discount) as detail
from document join document_line line on line.tenant_id = $1 and line.document_id = document.id
where document.tenant_id = $1 and line.sku_id is not null
group by document.id, document.kind, document.discount
having sum(line.discount_share) <> document.discount
