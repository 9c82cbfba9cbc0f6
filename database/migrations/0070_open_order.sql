-- 0070 open order: what a program asked for is written once.
--
-- Why:       programs send an order again when they hear no answer.
-- Invariant: an application has one sales order of a number of its own at most; it keeps it when that is deleted.
-- Locks:     a new table; sku is read whole once for the index, without being held from readers.
create table oauth_order (
  tenant_id   bigint not null,
  app_id      bigint not null,
  number      text not null,
  -- The sales order; null while it is being written.
  document_id bigint,
  created_at  timestamptz not null default now(),
  primary key (tenant_id, app_id, number),
  constraint oauth_order__document_once unique (tenant_id, document_id)
);
alter table oauth_order
  add constraint oauth_order__app foreign key (tenant_id, app_id) references oauth_app (tenant_id, id) on delete cascade;
alter table oauth_order
  add constraint oauth_order__document foreign key (tenant_id, document_id) references document (tenant_id, id);
create index sku__of_code on sku (tenant_id, code) where code <> '';

alter table oauth_order enable row level security;
alter table oauth_order force row level security;
create policy own_tenant on oauth_order
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on oauth_order to {{app}};
