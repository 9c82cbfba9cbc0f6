-- A serial's card says where the ledger left it.
select null::bigint as document_id, sku_id, format('serial %s', serial) as subject,
  format('card says %s, ledger %s', coalesce(card.warehouse_id::text, 'outside'), coalesce(ledger.warehouse_id::text, 'outside')) as detail
from (
  select sku_id, serial, max(place_id) filter (where present > 0) as warehouse_id
  from (
    select flow.sku_id, serial, flow.place_id, sum(sign(flow.quantity)) as present
    from ({{stock_flow}}) flow cross join lateral unnest(flow.serials) serial
    where flow.place = 'warehouse' group by 1, 2, 3) place
  group by 1, 2) ledger
full join (select sku_id, serial, warehouse_id from serial_number where tenant_id = $1) card using (sku_id, serial)
where card.warehouse_id is distinct from ledger.warehouse_id
