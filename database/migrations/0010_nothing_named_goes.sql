-- 0010 nothing named goes: what a ledger, a balance or a document names stays.
--
-- Why:       documents are never taken out of the books, and a SKU's days and months name it without saying so.
-- Invariant: no row names a record that is gone; what has no foreign key is written down in `database/src/names.ts`.
-- Locks:     share row exclusive on stock_period, sku_period and sku while the rows are looked through.
--
-- {{app}} stands for the role of the server.

revoke delete on document from {{app}};

alter table stock_period
  add constraint stock_period__sku foreign key (tenant_id, sku_id) references sku;
alter table sku_period
  add constraint sku_period__sku foreign key (tenant_id, sku_id) references sku;
