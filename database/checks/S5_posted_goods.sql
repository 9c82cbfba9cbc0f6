-- A document in force has moved exactly its lines: per SKU and warehouse, in base units; a kit by its parts.
-- Proof of the ledgers.
with kinds (kind, role, own, target) as (values {{goods_kinds}}),
owed as (
  select document_id, sku_id, warehouse_id, sum(quantity) as quantity
  from (
    select document.id as document_id, coalesce(part.sku_id, line.sku_id) as sku_id, line.warehouse_id,
      kinds.own * line.base_quantity * coalesce(part.quantity, 1) as quantity
    from document
    join document_line line on line.tenant_id = $1 and line.document_id = document.id
    join kinds on kinds.kind = document.kind and kinds.role = line.role
    left join line_part part
      on part.tenant_id = $1 and part.document_id = line.document_id and part.line = line.line
    where document.tenant_id = $1 and document.in_force and line.sku_id is not null
    union all
    select document.id, line.sku_id, line.target_warehouse_id, kinds.target * line.base_quantity
    from document
    join document_line line on line.tenant_id = $1 and line.document_id = document.id
    join kinds on kinds.kind = document.kind and kinds.role = line.role
    where document.tenant_id = $1 and document.in_force and line.sku_id is not null and kinds.target <> 0
      and not document.travels
  ) line
  group by 1, 2, 3),
moved as (
  select flow.document_id, flow.sku_id, flow.place_id as warehouse_id, sum(flow.quantity) as quantity
  from ({{stock_flow}}) flow join document on document.tenant_id = $1 and document.id = flow.document_id
  where document.in_force and flow.place = 'warehouse'
  group by 1, 2, 3)
select document_id, sku_id, format('warehouse %s', warehouse_id) as subject,
  format('lines owe %s, ledger moved %s', coalesce(owed.quantity, 0), coalesce(moved.quantity, 0)) as detail
from owed full join moved using (document_id, sku_id, warehouse_id)
where coalesce(owed.quantity, 0) <> coalesce(moved.quantity, 0)
