-- A document knows the warehouses of its lines: who may see it depends on them.
select document.id as document_id, null::bigint as sku_id, document.kind as subject,
  format('noted %s, lines %s', document.warehouse_ids, named.ids) as detail
from document
left join (
  select document_id, array_agg(distinct warehouse_id) as ids
  from (
    select document_id, warehouse_id from document_line where tenant_id = $1 and warehouse_id is not null
    union all
    select document_id, target_warehouse_id from document_line where tenant_id = $1 and target_warehouse_id is not null) line
  group by 1) named on named.document_id = document.id
where document.tenant_id = $1
  and not (document.warehouse_ids @> coalesce(named.ids, '{}') and document.warehouse_ids <@ coalesce(named.ids, '{}'))
