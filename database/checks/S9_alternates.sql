-- A serial comes in, goes out, comes in: it is never in the company twice, nor leaves before it came.
-- Proof of the ledgers.
select document_id, sku_id, format('serial %s', serial) as subject,
  format('%s times in the company after posting %s', present, posting_number) as detail
from (
  select flow.document_id, flow.sku_id, serial, flow.posting_number,
    sum(sign(flow.quantity)) over (partition by flow.sku_id, serial order by flow.posting_number) as present,
    lead(flow.posted_at) over (partition by flow.sku_id, serial order by flow.posting_number)
      is distinct from flow.posted_at as ends
  from ({{stock_flow}}) flow cross join lateral unnest(flow.serials) serial
  where flow.place in ('warehouse', 'transit')
) event
where ends and present not in (0, 1)
