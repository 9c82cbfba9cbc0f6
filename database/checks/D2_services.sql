-- A service comes to its quantity × its fee, and the head knows what all of them come to.
select document.id as document_id, null::bigint as sku_id, document.kind as subject,
  format('services %s, noted %s', coalesce(sums.amount, 0), document.service_fees) as detail
from document
left join (
  select service.document_id, sum(service.amount) as amount,
    bool_or(not exists (
      select from unnest({{digits_of_document}}) as to_digits
      where service.amount = round(service.quantity * service.fee, to_digits))) as wrong
  from document_service service
  join document on document.tenant_id = $1 and document.id = service.document_id
  where service.tenant_id = $1 group by 1) sums on sums.document_id = document.id
where document.tenant_id = $1
  and (document.service_fees <> coalesce(sums.amount, 0) or coalesce(sums.wrong, false))
