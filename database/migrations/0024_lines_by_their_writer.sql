-- 0024 lines by their writer: what saving alone writes needs no foreign key to what it has locked, or what never goes.
--
-- Why:       a line of a document asked four tables whether what it names is there, and locked it, and each of its moves
--            one more, and so did days and months as they were folded.
-- Invariant: whatever they name is there (X1). No document is ever deleted; a SKU stays as long as a barcode of it is
--            named, or its cost is there, which stays once it was posted; a warehouse is held from its reading until the
--            commit by the one who writes it into a line.
-- Locks:     access exclusive on the tables for a moment; nothing is read but sku_cost.
alter table document_line
  drop constraint document_line__document,
  drop constraint document_line__sku,
  drop constraint document_line__warehouse;
alter table document_settlement drop constraint document_settlement__document;
alter table document_service drop constraint document_service__document;

alter table stock_move drop constraint stock_move__sku;
alter table stock_period drop constraint stock_period__sku;
alter table sku_period drop constraint sku_period__sku;
alter table goods_trade drop constraint goods_trade__sku;
-- It goes only by itself, and only unposted: a SKU that has it stays.
alter table sku_cost
  drop constraint sku_cost__sku,
  add constraint sku_cost__sku foreign key (tenant_id, sku_id) references sku;
