-- Nor does it still hold money anywhere, but for the value that goods lost or gained meanwhile (V6).
-- Proof of the ledgers.
select document.id as document_id, null::bigint as sku_id, format('%s %s', flow.purse, flow.holder_id) as subject,
  format('still %s, of other currencies %s', sum(flow.amount), sum(flow.original)) as detail
from document join ({{money_flow}}) flow on flow.document_id = document.id
where document.tenant_id = $1 and not document.in_force and flow.purse not in ('inventory', 'costOfSales')
group by document.id, flow.purse, flow.holder_id
having sum(flow.amount) <> 0 or sum(flow.original) <> 0
