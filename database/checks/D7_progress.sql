-- Progress is what the children in force make of it: none, partial, complete; lines of nothing take no part. Closing is a flag of its own.
with state as (
  select document.id, document.kind, document.progress,
    bool_and(line.done_quantity >= line.base_quantity) filter (where line.base_quantity <> 0) as complete,
    bool_or(line.done_quantity > 0) filter (where line.base_quantity <> 0) as begun
  from document join document_line line on line.tenant_id = $1 and line.document_id = document.id
  where document.tenant_id = $1 and document.kind in ({{fulfilled_kinds}}) and line.sku_id is not null
  group by 1, 2, 3)
select id as document_id, null::bigint as sku_id, kind as subject, format('progress is %s', progress) as detail
from state
where progress <> case when complete then 'complete' when begun then 'partial' else 'none' end
