-- A service comes to its quantity × its fee, and the head knows what all of them come to.
select document.id as document_id, null::bigint as sku_id, document.kind as subject,
  format('services %s, noted %s', coalesce(sums.amount, 0), document.service_fees) as detail
from document
left join (
  select document_id, sum(amount) as amount,
    bool_or(amount <> round(quantity * fee, head.money_digits)) as wrong
  from document_service service
  join document head on head.tenant_id = $1 and head.id = service.document_id
  where service.tenant_id = $1 group by 1) sums on sums.document_id = document.id
where document.tenant_id = $1
  and (document.service_fees <> coalesce(sums.amount, 0) or coalesce(sums.wrong, false))
