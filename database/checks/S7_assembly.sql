-- What is assembled is worth its parts and the fee; taken apart, likewise.
select document.id as document_id, null::bigint as sku_id, document.kind as subject,
  format('made worth %s more than used, fee %s', sum(flow.value), max(fees.amount)) as detail
from document join ({{stock_flow}}) flow on flow.document_id = document.id
cross join lateral (
  select round((document.other_fees + document.service_charge) * document.exchange_rate, document.money_digits) as amount) fees
where document.tenant_id = $1 and document.in_force and document.kind in ('assemble', 'disassemble')
  and flow.place in ('warehouse', 'transit', 'regrade') and flow.other_place <> 'variance'
group by document.id, document.kind
having sum(flow.value) <> max(fees.amount)
