-- What was made from a line is what its live children take of it, and what those in force took.
-- What a sales order has had purchased is counted apart.
select document_id, line.sku_id, format('line %s', line.line) as subject,
  format('linked %s, children %s; done %s, in force %s', line.linked_quantity, coalesce(made.live, 0),
    line.done_quantity, coalesce(made.in_force, 0)) as detail
from document_line line
left join (
  select link.source_document_id as document_id, link.source_line as line,
    sum(link.quantity) filter (where child.deleted_at is null) as live,
    sum(link.quantity) filter (where child.in_force) as in_force
  from document_link link
  join document source on source.tenant_id = $1 and source.id = link.source_document_id
  join document child on child.tenant_id = $1 and child.id = link.target_document_id
  where link.tenant_id = $1 and (source.kind, child.kind) not in ({{purchasing_kinds}})
  group by 1, 2) made using (document_id, line)
where line.tenant_id = $1
  and (line.linked_quantity, line.done_quantity) <> (coalesce(made.live, 0), coalesce(made.in_force, 0))
