-- A document that is not in force has moved nothing: what it moved once has travelled back.
-- Proof of the ledgers.
select document.id as document_id, flow.sku_id, format('%s %s', flow.place, flow.place_id) as subject,
  format('still %s, worth %s', sum(flow.quantity), sum(flow.value)) as detail
from document join ({{stock_flow}}) flow on flow.document_id = document.id
where document.tenant_id = $1 and not document.in_force and 'variance' not in (flow.place, flow.other_place)
group by document.id, flow.sku_id, flow.place, flow.place_id, flow.lot, flow.stock_type
having sum(flow.quantity) <> 0
  or (sum(flow.value) <> 0 and flow.place not in ('warehouse', 'transit', 'regrade'))
