-- Booked freight of a sales order is carried by an outbound of the order, other freight by the document itself.
-- Paid freight stays with the outbound where the payment found the freight.
-- Proof of the columns.
select freight.document_id, null::bigint as sku_id, format('freight %s', freight.id) as subject,
  format('booked %s, carried by %s', freight.booked, coalesce(outbound.number, 'no outbound')) as detail
from freight_info freight
join document sold on sold.tenant_id = $1 and sold.id = freight.document_id
left join document outbound on outbound.tenant_id = $1 and outbound.id = freight.carried_by_id
  and outbound.kind = 'saleOut' and outbound.deleted_at is null
where freight.tenant_id = $1 and not freight.cancelled
  and case sold.kind
    when 'saleOrder' then case
      when outbound.id is null then freight.booked <> 0
      else not exists (
          select from document_link link
          where link.tenant_id = $1 and link.source_document_id = sold.id and link.target_document_id = outbound.id)
        and not exists (
          select from document payment
          where payment.tenant_id = $1 and payment.id = freight.payment_id and payment.deleted_at is null) end
    else freight.carried_by_id is not null end
