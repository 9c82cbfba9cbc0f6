-- A document is in force when it is not deleted and approved, or needs no approval.
select id as document_id, null::bigint as sku_id, kind as subject,
  format('in force %s, %s, approval needed %s, deleted %s', in_force, approval, needs_approval, deleted_at is not null) as detail
from document
where tenant_id = $1 and in_force <> (deleted_at is null and (approval = 'approved' or not needs_approval))
