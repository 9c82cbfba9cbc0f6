-- A serial's card says where the ledger left it: in a warehouse, on its way, or outside.
-- Proof of the ledgers.
select null::bigint as document_id, sku_id, format('serial %s', serial) as subject,
  format('card says %s, ledger %s', coalesce(card.whereabouts, 'outside'), coalesce(ledger.whereabouts, 'outside')) as detail
from (
  select sku_id, serial, string_agg(whereabouts, ', ' order by whereabouts) filter (where present > 0) as whereabouts
  from (
    select flow.sku_id, serial, case flow.place when 'transit' then 'on its way' else flow.place_id::text end as whereabouts,
      sum(sign(flow.quantity)) as present
    from ({{stock_flow}}) flow cross join lateral unnest(flow.serials) serial
    where flow.place in ('warehouse', 'transit') group by 1, 2, 3) place
  group by 1, 2) ledger
full join (
  select sku_id, serial, coalesce(warehouse_id::text, case when in_transit_by is not null then 'on its way' end) as whereabouts
  from serial_number where tenant_id = $1) card using (sku_id, serial)
where card.whereabouts is distinct from ledger.whereabouts
