-- The shares of freight and fees on the lines add up to them.
select document.id as document_id, null::bigint as sku_id, document.kind as subject,
  format('shares %s, fees %s', sum(line.fee_share), fees.amount) as detail
from document join document_line line on line.tenant_id = $1 and line.document_id = document.id
cross join lateral (
  select document.service_charge + document.service_fees + document.other_fees + document.freight as amount) fees
where document.tenant_id = $1 and line.sku_id is not null
group by document.id, document.kind, fees.amount
having sum(line.fee_share) <> fees.amount
