-- Booked freight of a sales order is carried by an outbound, and freight of other documents by the document itself.
-- Proof of the columns.
select freight.document_id, null::bigint as sku_id, format('freight %s', freight.id) as subject,
  format('booked %s, carried by %s', freight.booked, coalesce(outbound.number, 'no outbound')) as detail
from freight_info freight
join document sold on sold.tenant_id = $1 and sold.id = freight.document_id
left join document outbound on outbound.tenant_id = $1 and outbound.id = freight.carried_by_id
  and outbound.kind = 'saleOut' and outbound.deleted_at is null
where freight.tenant_id = $1 and not freight.cancelled
  and case sold.kind
    when 'saleOrder' then outbound.id is null and freight.booked <> 0
    else freight.carried_by_id is not null end
