-- 0067 external order: what platforms were asked for becomes sales orders.
--
-- Why:       an order of a platform names goods by the platform's codes; it waits, whole, until all of them stand for goods of ours.
-- Invariant: an order is known by platform, shop and its number there, once; a sales order is made of one of them at most, and of
--            all its lines or none. Roles that write sales orders bring orders in.
-- Locks:     two new tables; rows of roles are added company by company.
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
  add constraint external_order__partner foreign key (tenant_id, partner_id) references partner (tenant_id, id);
alter table external_order
  add constraint external_order__document foreign key (tenant_id, document_id) references document (tenant_id, id);
alter table external_order
  add constraint external_order__creator foreign key (tenant_id, creator_id) references app_user (tenant_id, id);
alter table external_order
  add constraint external_order__institution foreign key (tenant_id, institution_id) references institution (tenant_id, id);
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
-- Also from behind: the newest order of a code.
create index external_order_line__of_code on external_order_line (tenant_id, outer_sku_code, order_id);

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

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select tenant_id, role_id, '/bill/external_order', array['1', '3']
    from role_function where tenant_id = company and function_url = '/bill/sale_order' and '1' = any(buttons)
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
