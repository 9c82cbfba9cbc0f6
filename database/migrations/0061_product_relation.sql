-- 0061 product relation: what platforms sell is told which of our goods it is.
--
-- Why:       shops elsewhere call goods by codes of their own.
-- Invariant: a code of a shop stands for one barcode at most, so many of it for one of theirs. A barcode that goes is forgotten,
--            not the code that stood for it. Roles that keep products keep relations; those that write sales orders see them.
-- Locks:     a new table; sheet_import while its rows are checked; rows of roles are added company by company.
create table product_relation (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  platform         text not null,
  shop             text not null default '',
  outer_product_id text not null default '',
  outer_sku_code   text not null,
  outer_name       text not null default '',
  barcode_id       bigint,
  ratio            numeric(24,6) not null default 1 constraint product_relation__ratio check (ratio > 0),
  stock_sync       boolean not null default true,
  remark           text not null default '',
  enabled          boolean not null default true,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint product_relation__outer_sku_code_once unique (tenant_id, platform, shop, outer_sku_code)
);
alter table product_relation
  add constraint product_relation__barcode foreign key (tenant_id, barcode_id) references barcode (tenant_id, id);
create index product_relation__of_barcode on product_relation (tenant_id, barcode_id);
create index product_relation__unmatched on product_relation (tenant_id, id) where barcode_id is null;
create index product_relation__newest on product_relation (tenant_id, created_at desc, id);

alter table product_relation enable row level security;
alter table product_relation force row level security;
create policy own_tenant on product_relation
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on product_relation to {{app}};

alter table sheet_import drop constraint sheet_import__sheet;
alter table sheet_import
  add constraint sheet_import__sheet check (sheet in
    ('products', 'openingStock', 'suppliers', 'customers', 'members', 'counts', 'exchangeRates', 'listPrices',
      'productRelations'));

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select tenant_id, role_id, '/material/third_relation', array['1', '3']
    from role_function where tenant_id = company and function_url = '/material/material' and '1' = any(buttons)
    on conflict (tenant_id, role_id, function_url) do nothing;
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select tenant_id, role_id, '/material/third_relation', array[]::text[]
    from role_function where tenant_id = company and function_url = '/bill/sale_order' and '1' = any(buttons)
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
