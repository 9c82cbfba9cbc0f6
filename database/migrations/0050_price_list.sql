-- 0050 price list: what customers pay is agreed by lists that have a name; a customer may have one.
--
-- Why:       a line of what is sold starts with the price that is agreed with its customer, for each of its goods.
-- Invariant: a list says at most one price of a barcode; what it does not say it takes off a price of the barcode, by its discount,
--            or leaves as it was. Roles that keep customers see the lists; those that adjust prices keep them.
-- Locks:     two new tables; partner for a moment, for a column without a default; sheet_import while its rows are checked; rows
--            of roles are added company by company.
create table price_list (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  name             text not null,
  base             text not null default 'none'
    constraint price_list__base check (base in ('none', 'sale', 'retail', 'distributor', 'supply')),
  discount_rate    numeric(9,6) not null default 0
    constraint price_list__discount check (discount_rate between 0 and 100),
  remark           text not null default '',
  sort             integer not null default 0,
  enabled          boolean not null default true,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint price_list__name_once unique (tenant_id, name)
);
create table list_price (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  list_id          bigint not null,
  barcode_id       bigint not null,
  price            numeric(24,6) not null constraint list_price__price check (price >= 0),
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint list_price__barcode_once unique (tenant_id, list_id, barcode_id)
);
alter table list_price
  add constraint list_price__of_list foreign key (tenant_id, list_id) references price_list (tenant_id, id) on delete cascade,
  add constraint list_price__of_barcode foreign key (tenant_id, barcode_id) references barcode (tenant_id, id) on delete cascade;
create index list_price__barcode on list_price (tenant_id, barcode_id);

alter table partner add column price_list_id bigint;
alter table partner
  add constraint partner__price_list foreign key (tenant_id, price_list_id) references price_list (tenant_id, id);
create index partner__price_list on partner (tenant_id, price_list_id) where price_list_id is not null;

alter table price_list enable row level security;
alter table price_list force row level security;
create policy own_tenant on price_list
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on price_list to {{app}};
alter table list_price enable row level security;
alter table list_price force row level security;
create policy own_tenant on list_price
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on list_price to {{app}};

alter table sheet_import drop constraint sheet_import__sheet;
alter table sheet_import
  add constraint sheet_import__sheet check (sheet in
    ('products', 'openingStock', 'suppliers', 'customers', 'members', 'counts', 'exchangeRates', 'listPrices'));

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select tenant_id, role_id, '/material/price_list', array['1', '3']
    from role_function where tenant_id = company and function_url = '/report/price_adjust' and '1' = any(buttons)
    on conflict (tenant_id, role_id, function_url) do nothing;
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select tenant_id, role_id, '/material/price_list', array[]::text[]
    from role_function where tenant_id = company and function_url = '/system/customer'
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
