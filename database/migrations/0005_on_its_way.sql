-- 0005 on its way: a serial in transit knows the transfer that it travels by.
--
-- Why:       goods on their way are the company's; a serial among them can't be received from anywhere else.
-- Invariant: a serial lies in a warehouse, or travels, or is outside; what travels came of the transfer that is named.
-- Locks:     serial_number while it changes; stock_move is only read.
alter table serial_number
  add column in_transit_by bigint;
alter table serial_number
  add constraint serial_number__in_one_place check (warehouse_id is null or in_transit_by is null),
  add constraint serial_number__travels_by foreign key (tenant_id, in_transit_by) references document;

do $$
declare
  company bigint;
begin
  for company in select id from tenant loop
    execute format('set local app.tenant_id = %L', company);
    update serial_number card set in_transit_by = card.out_document_id
    from (
      select way.sku_id, way.serial
      from (
        select sku_id, unnest(serials) serial, 1 as pieces from stock_move
        where tenant_id = company and to_place = 'transit' and serials <> '{}'
        union all
        select sku_id, unnest(serials), -1 from stock_move
        where tenant_id = company and from_place = 'transit' and serials <> '{}') way
      group by 1, 2 having sum(way.pieces) > 0) travelling
    where card.tenant_id = company and card.sku_id = travelling.sku_id and card.serial = travelling.serial
      and card.warehouse_id is null;
  end loop;
  set local app.tenant_id = '';
end $$;
