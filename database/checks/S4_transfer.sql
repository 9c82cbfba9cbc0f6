-- A transfer or a regrading changes nothing company-wide.
-- Proof of the ledgers.
select document.id as document_id, flow.sku_id, document.kind as subject,
  format('quantity %s, value %s company-wide', sum(flow.quantity), sum(flow.value)) as detail
from document join ({{stock_flow}}) flow on flow.document_id = document.id
where document.tenant_id = $1 and document.kind in ('transfer', 'regrade')
  and flow.place in ('warehouse', 'transit', 'regrade') and flow.other_place <> 'variance'
group by 1, 2, 3
having (sum(flow.quantity), sum(flow.value)) <> (0, 0)
