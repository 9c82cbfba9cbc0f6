-- 0100 carrier labels: carriers make labels by their API, and calls of their API are listed.
--
-- Why:       carriers accept only labels of their own; failed calls left no trace.
-- Invariant: a label is requested under one request id until the carrier made or refused the label.
-- Locks:     logistics_company, logistics_order and stored_file, for a moment each; a new table.
alter table logistics_company add column adapter text not null default 'gateway';
alter table logistics_company add constraint logistics_company__adapter
  check (adapter in ('gateway', 'fedex')) not valid;
alter table logistics_company add column account_number text not null default '';
-- Request id of an open or fulfilled request for a label; empty: none.
alter table logistics_order add column label_request text not null default '';
-- Start of a call that has not ended; null: no call.
alter table logistics_order add column label_asked_at timestamptz;
alter table logistics_order add column label_format text not null default 'label';
alter table logistics_order add constraint logistics_order__label_format
  check (label_format in ('label', 'a4')) not valid;
alter table stored_file drop constraint stored_file__owner;
alter table stored_file add constraint stored_file__owner
  check (owner in ('product', 'brand', 'user', 'document', 'tally', 'invoice', 'schedule',
    'shipment')) not valid;

create table carrier_call (
  tenant_id    bigint not null,
  id           bigint generated always as identity,
  company_id   bigint not null,
  -- Null: the call concerned no stored shipment.
  order_id     bigint,
  action       text not null constraint carrier_call__action
    check (action in ('ping', 'rate', 'label', 'void', 'track')),
  result       text not null constraint carrier_call__result
    check (result in ('ok', 'refused', 'unreachable')),
  started_at   timestamptz not null,
  milliseconds integer not null constraint carrier_call__milliseconds check (milliseconds >= 0),
  -- Words of the carrier, without secrets.
  detail       text not null default '',
  user_id      bigint not null,
  primary key (tenant_id, id)
);
alter table carrier_call
  add constraint carrier_call__company foreign key (tenant_id, company_id)
    references logistics_company (tenant_id, id) on delete cascade;
alter table carrier_call
  add constraint carrier_call__order foreign key (tenant_id, order_id)
    references logistics_order (tenant_id, id);
alter table carrier_call
  add constraint carrier_call__user foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index carrier_call__newest on carrier_call (tenant_id, started_at desc, id);
create index carrier_call__of_company on carrier_call (tenant_id, company_id, started_at desc);
create index carrier_call__of_order on carrier_call (tenant_id, order_id);
create index carrier_call__of_user on carrier_call (tenant_id, user_id);
alter table carrier_call enable row level security;
alter table carrier_call force row level security;
create policy own_tenant on carrier_call
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on carrier_call to {{app}};
