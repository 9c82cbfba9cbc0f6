-- 0112 product part: the bill of materials of a product.
--
-- Why:       parts of an assembly were typed into every document.
-- Invariant: a product names a barcode of another product once, with a quantity above zero for a base unit of the product. No
--            product contains itself, at any depth. Barcodes named by a bill of materials cannot be deleted.
-- Locks:     a new table.
create table product_part (
  tenant_id   bigint not null,
  product_id  bigint not null,
  barcode_id  bigint not null,
  -- In the unit of the barcode.
  quantity    numeric(24,6) not null constraint product_part__quantity check (quantity > 0),
  -- Order in the form of the product.
  position    integer not null default 0,
  primary key (tenant_id, product_id, barcode_id)
);
alter table product_part
  add constraint product_part__product foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade;
alter table product_part
  add constraint product_part__barcode foreign key (tenant_id, barcode_id) references barcode (tenant_id, id);
create index product_part__of_barcode on product_part (tenant_id, barcode_id);

alter table product_part enable row level security;
alter table product_part force row level security;
create policy own_tenant on product_part
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on product_part to {{app}};
