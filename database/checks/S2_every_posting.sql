-- Nor did it after any posting. The rows of one posting (one transaction, one instant) count together.
select document_id, sku_id, format('warehouse %s, lot %L, %s', warehouse_id, lot, stock_type) as subject,
  format('%s after posting %s', level.quantity, posting_number) as detail
from (
  select flow.document_id, flow.sku_id, flow.place_id as warehouse_id, flow.lot, flow.stock_type, flow.posting_number,
    sum(flow.quantity) over key as quantity,
    lead(flow.posted_at) over (partition by flow.sku_id, flow.place_id, flow.lot, flow.stock_type order by flow.posting_number)
      is distinct from flow.posted_at as ends
  from ({{stock_flow}}) flow
  where flow.place = 'warehouse'
  window key as (partition by flow.sku_id, flow.place_id, flow.lot, flow.stock_type order by flow.posting_number)
) level
join stock_balance balance using (sku_id, warehouse_id, lot, stock_type)
where balance.tenant_id = $1 and not balance.may_fall_below and ends and level.quantity < 0
