-- The shares of freight and fees on the lines add up to them.
select document.id as document_id, null::bigint as sku_id, document.kind as subject,
  format('shares %s, fees %s', sum(line.fee_share), document.service_charge + document.other_fees + document.freight) as detail
from document join document_line line on line.tenant_id = $1 and line.document_id = document.id
where document.tenant_id = $1 and line.sku_id is not null
group by document.id, document.kind, document.service_charge, document.other_fees, document.freight
having sum(line.fee_share) <> document.service_charge + document.other_fees + document.freight
