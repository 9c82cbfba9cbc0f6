-- 0099 product supplier: which suppliers offer a product, at which price, and in which time and quantities.
--
-- Why:       proposals of what to buy need a supplier, a lead time, a minimum order and a pack size.
-- Invariant: a product names a supplier once, and at most one of its suppliers is preferred. Quantities and the price are for
--            the base unit. Roles that write purchase orders or requisitions see the proposals.
-- Locks:     a new table; rows of roles are added company by company.
create table product_supplier (
  tenant_id        bigint not null,
  product_id       bigint not null,
  supplier_id      bigint not null,
  -- The product's code at the supplier.
  code             text not null default '',
  price            numeric(24,6) constraint product_supplier__price check (price >= 0),
  -- Currency of the price; null: the company's own.
  currency         text,
  lead_days        integer constraint product_supplier__lead_days check (lead_days between 0 and 365),
  minimum_order    numeric(24,6) constraint product_supplier__minimum_order check (minimum_order > 0),
  pack_size        numeric(24,6) constraint product_supplier__pack_size check (pack_size > 0),
  preferred        boolean not null default false,
  -- Order in the form of the product.
  position         integer not null default 0,
  primary key (tenant_id, product_id, supplier_id)
);
alter table product_supplier
  add constraint product_supplier__product foreign key (tenant_id, product_id) references product (tenant_id, id) on delete cascade;
alter table product_supplier
  add constraint product_supplier__supplier foreign key (tenant_id, supplier_id) references partner (tenant_id, id);
create unique index product_supplier__one_preferred on product_supplier (tenant_id, product_id) where preferred;
create index product_supplier__of_supplier on product_supplier (tenant_id, supplier_id);

alter table product_supplier enable row level security;
alter table product_supplier force row level security;
create policy own_tenant on product_supplier
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on product_supplier to {{app}};

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select distinct on (role_id) tenant_id, role_id, '/bill/replenishment', array[]::text[]
    from role_function
    where tenant_id = company and function_url in ('/bill/purchase_order', '/bill/purchase_apply') and '1' = any(buttons)
    order by role_id
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
