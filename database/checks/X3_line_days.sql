-- A line has the day of its document: who looks for a product in some days finds its documents by it.
select line.document_id, line.sku_id, format('line %s', line.line) as subject,
  format('on %s, its document on %s', line.business_date, document.business_date) as detail
from document_line line join document on document.tenant_id = $1 and document.id = line.document_id
where line.tenant_id = $1 and line.business_date <> document.business_date
