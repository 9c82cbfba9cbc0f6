-- Every document tells in the log who made it; an import is told once for all it brought.
select document.id as document_id, null::bigint as sku_id, document.kind as subject, 'no one made it' as detail
from document
where document.tenant_id = $1 and document.imported_from is null and not exists (
  select from audit_log
  where audit_log.tenant_id = $1 and audit_log.subject = document.kind and audit_log.subject_id = document.id::text)
