-- What is on its way to a warehouse is what the transfers in force sent there and no one has received or written off.
with sent as (
  select line.sku_id, line.target_warehouse_id as warehouse_id, sum(line.base_quantity - line.done_quantity) as quantity
  from document
  join document_line line on line.tenant_id = $1 and line.document_id = document.id
  where document.tenant_id = $1 and document.in_force and document.travels and line.sku_id is not null
  group by 1, 2),
travelling as (
  select sku_id, place_id as warehouse_id, sum(quantity) as quantity
  from ({{stock_flow}}) flow where place = 'transit' group by 1, 2)
select null::bigint as document_id, sku_id, format('to warehouse %s', warehouse_id) as subject,
  format('transfers say %s, ledger %s', coalesce(sent.quantity, 0), coalesce(travelling.quantity, 0)) as detail
from sent full join travelling using (sku_id, warehouse_id)
where coalesce(sent.quantity, 0) <> coalesce(travelling.quantity, 0)
