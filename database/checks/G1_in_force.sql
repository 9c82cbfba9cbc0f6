-- A document is in force when it is not deleted and audited, or needs no audit.
select id as document_id, null::bigint as sku_id, kind as subject,
  format('in force %s, %s, audit needed %s, deleted %s', in_force, review, needs_audit, deleted_at is not null) as detail
from document
where tenant_id = $1 and in_force <> (deleted_at is null and (review = 'audited' or not needs_audit))
