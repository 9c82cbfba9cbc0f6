-- 0061 product relation: what platforms sell is told which of our goods it is, and their orders become sales orders.
--
-- Why:       shops elsewhere call goods by codes of their own; an order of theirs names only those.
-- Invariant: a code of a shop stands for one barcode at most, so many of it for one of theirs. An order is known by platform, shop
--            and its number there, once; a sales order is made of one order from elsewhere at most, and of all its lines or none.
--            A barcode that goes is forgotten, not the code that stood for it. Roles that keep products keep relations; those
--            that write sales orders bring orders in, and see the relations.
-- Locks:     three new tables; sheet_import while its rows are checked; rows of roles are added company by company.
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

create table external_order (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  platform         text not null,
  shop             text not null default '',
  number           text not null,
  partner_id       bigint not null,
  ordered_at       timestamptz,
  remark           text not null default '',
  -- The sales order that was made of it; one that was deleted since is none.
  document_id      bigint,
  creator_id       bigint not null,
  institution_id   bigint,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint external_order__number_once unique (tenant_id, platform, shop, number),
  constraint external_order__document_once unique (tenant_id, document_id)
);
alter table external_order
  add constraint external_order__partner foreign key (tenant_id, partner_id) references partner (tenant_id, id),
  add constraint external_order__document foreign key (tenant_id, document_id) references document (tenant_id, id),
  add constraint external_order__creator foreign key (tenant_id, creator_id) references app_user (tenant_id, id),
  add constraint external_order__institution foreign key (tenant_id, institution_id) references institution (tenant_id, id);
create index external_order__waiting on external_order (tenant_id, id) where document_id is null;
create index external_order__newest on external_order (tenant_id, created_at desc, id);
create index external_order__of_partner on external_order (tenant_id, partner_id);
create index external_order__of_creator on external_order (tenant_id, creator_id);
create index external_order__of_institution on external_order (tenant_id, institution_id);

create table external_order_line (
  tenant_id        bigint not null,
  order_id         bigint not null,
  line             integer not null,
  outer_sku_code   text not null,
  outer_name       text not null default '',
  quantity         numeric(24,6) not null constraint external_order_line__quantity check (quantity > 0),
  price            numeric(24,6) not null constraint external_order_line__price check (price >= 0),
  primary key (tenant_id, order_id, line)
);
alter table external_order_line
  add constraint external_order_line__of_order foreign key (tenant_id, order_id) references external_order (tenant_id, id)
    on delete cascade;
create index external_order_line__of_code on external_order_line (tenant_id, outer_sku_code, order_id);

alter table product_relation enable row level security;
alter table product_relation force row level security;
create policy own_tenant on product_relation
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on product_relation to {{app}};
alter table external_order enable row level security;
alter table external_order force row level security;
create policy own_tenant on external_order
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on external_order to {{app}};
alter table external_order_line enable row level security;
alter table external_order_line force row level security;
create policy own_tenant on external_order_line
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, delete on external_order_line to {{app}};

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
    select tenant_id, role_id, page.url, page.buttons
    from role_function
    cross join (values ('/bill/external_order', array['1', '3']), ('/material/third_relation', array[]::text[])) as page(url, buttons)
    where tenant_id = company and function_url = '/bill/sale_order' and '1' = any(role_function.buttons)
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
