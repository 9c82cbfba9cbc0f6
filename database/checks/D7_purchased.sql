-- So is the progress of purchasing what a sales order needs.
with purchased as (
  select link.source_document_id as document_id, link.source_line as line, sum(link.quantity) as quantity
  from document_link link
  join document source on source.tenant_id = $1 and source.id = link.source_document_id
  join document child on child.tenant_id = $1 and child.id = link.target_document_id
  where link.tenant_id = $1 and child.in_force and (source.kind, child.kind) in ({{purchasing_kinds}})
  group by 1, 2),
state as (
  select document.id, document.kind, document.purchase_progress,
    bool_and(coalesce(purchased.quantity, 0) >= line.base_quantity) as complete, bool_or(purchased.quantity > 0) as begun
  from document
  join document_line line on line.tenant_id = $1 and line.document_id = document.id
  left join purchased on purchased.document_id = line.document_id and purchased.line = line.line
  where document.tenant_id = $1 and document.kind = 'saleOrder' and line.sku_id is not null
  group by document.id, document.kind, document.purchase_progress)
select id as document_id, null::bigint as sku_id, kind as subject, format('purchase progress is %s', purchase_progress) as detail
from state
where purchase_progress <> case when complete then 'complete' when begun then 'partial' else 'none' end
