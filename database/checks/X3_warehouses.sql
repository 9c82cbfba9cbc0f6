-- A document knows the warehouses of its lines: who may see it depends on them.
select document.id as document_id, null::bigint as sku_id, document.kind as subject,
  format('noted %s, lines %s', document.warehouse_ids, named.ids) as detail
from document
cross join lateral (
  select coalesce(array_agg(distinct id order by id), '{}') as ids
  from document_line line cross join lateral unnest(array[line.warehouse_id, line.target_warehouse_id]) id
  where line.tenant_id = $1 and line.document_id = document.id and id is not null) named
where document.tenant_id = $1
  and not (document.warehouse_ids @> named.ids and document.warehouse_ids <@ named.ids)
