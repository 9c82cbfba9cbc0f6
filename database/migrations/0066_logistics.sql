-- 0066 logistics: who carries goods, what they take for it, and where goods are.
--
-- Why:       goods leave by carriers: what is sent has a number, and events on its way.
-- Invariant: a secret of a carrier stands sealed in a table of its own. What is sent has a number of ours from the start, one
--            of the carrier once it is labelled.
-- Locks:     new tables.
create table logistics_company (
  tenant_id    bigint not null,
  id           bigint generated always as identity,
  name         text not null,
  code         text not null,
  contacts     text not null default '',
  phone        text not null default '',
  address      text not null default '',
  -- Numbers of what it carries begin with this.
  order_prefix text not null default '',
  -- A web address with {no} where a tracking number stands.
  tracking_url text not null default '',
  client_url   text not null default '',
  client_id    text not null default '',
  -- Whom its freight is owed and paid to.
  partner_id   bigint,
  sort         text not null default '',
  remark       text not null default '',
  enabled      boolean not null default true,
  version      integer not null default 1,
  created_at   timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint logistics_company__name unique (tenant_id, name),
  constraint logistics_company__code unique (tenant_id, code)
);
alter table logistics_company
  add constraint logistics_company__partner foreign key (tenant_id, partner_id) references partner (tenant_id, id);
create index logistics_company__of_partner on logistics_company (tenant_id, partner_id);

create table logistics_secret (
  tenant_id    bigint not null,
  company_id   bigint not null,
  sealed       text not null,
  primary key (tenant_id, company_id)
);
alter table logistics_secret
  add constraint logistics_secret__company foreign key (tenant_id, company_id) references logistics_company (tenant_id, id)
    on delete cascade;

-- What a carrier takes where it can't be asked: base + per_kg × (billable − from_kg), and for a signature.
create table logistics_tariff (
  tenant_id     bigint not null,
  company_id    bigint not null,
  line          integer not null,
  service       text not null constraint logistics_tariff__service
    check (service in ('fulfillment', 'uspsGround', 'fedexGround', 'upsGround')),
  -- Where a receiver's address begins with or names it; empty: everywhere else.
  zone          text not null default '',
  from_kg       numeric(24,6) not null default 0 constraint logistics_tariff__from check (from_kg >= 0),
  -- Null: whatever it weighs.
  to_kg         numeric(24,6),
  base          numeric(24,6) not null constraint logistics_tariff__base check (base >= 0),
  per_kg        numeric(24,6) not null default 0 constraint logistics_tariff__per_kg check (per_kg >= 0),
  signature_fee numeric(24,6) not null default 0 constraint logistics_tariff__signature check (signature_fee >= 0),
  days          integer constraint logistics_tariff__days check (days > 0),
  primary key (tenant_id, company_id, line),
  constraint logistics_tariff__span check (to_kg > from_kg)
);
alter table logistics_tariff
  add constraint logistics_tariff__company foreign key (tenant_id, company_id) references logistics_company (tenant_id, id)
    on delete cascade;

create table logistics_order (
  tenant_id       bigint not null,
  id              bigint generated always as identity,
  number          text not null,
  company_id      bigint not null,
  -- The outbound, return or transfer that goes with it.
  document_id     bigint not null,
  direction       text not null default 'ship' constraint logistics_order__direction check (direction in ('ship', 'return')),
  service         text not null constraint logistics_order__service
    check (service in ('fulfillment', 'uspsGround', 'fedexGround', 'upsGround')),
  signature       boolean not null default false,
  -- Empty until it is labelled.
  tracking        text not null default '',
  ship_date       date not null,
  sender          text not null default '',
  sender_phone    text not null default '',
  sender_address  text not null default '',
  sender_postcode text not null default '',
  receiver        text not null default '',
  phone           text not null default '',
  address         text not null default '',
  postcode        text not null default '',
  -- In kilograms: of the parcels, and what the carrier counts.
  weight          numeric(24,6) not null default 0 constraint logistics_order__weight check (weight >= 0),
  billable_weight numeric(24,6) not null default 0 constraint logistics_order__billable check (billable_weight >= 0),
  -- In the company's own currency.
  insured         numeric(24,6) not null default 0 constraint logistics_order__insured check (insured >= 0),
  freight         numeric(24,6) not null default 0 constraint logistics_order__freight check (freight >= 0),
  cost_bearer     text not null default 'us' constraint logistics_order__bearer check (cost_bearer in ('us', 'customer')),
  state           text not null default 'created' constraint logistics_order__state
    check (state in ('created', 'pickedUp', 'inTransit', 'outForDelivery', 'delivered', 'exception', 'cancelled')),
  remark          text not null default '',
  creator_id      bigint not null,
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint logistics_order__number unique (tenant_id, number)
);
alter table logistics_order
  add constraint logistics_order__company foreign key (tenant_id, company_id) references logistics_company (tenant_id, id);
alter table logistics_order
  add constraint logistics_order__document foreign key (tenant_id, document_id) references document (tenant_id, id);
alter table logistics_order
  add constraint logistics_order__creator foreign key (tenant_id, creator_id) references app_user (tenant_id, id);
create unique index logistics_order__tracking on logistics_order (tenant_id, company_id, tracking)
  where tracking <> '' and state <> 'cancelled';
create index logistics_order__of_document on logistics_order (tenant_id, document_id);
create index logistics_order__of_creator on logistics_order (tenant_id, creator_id);
create index logistics_order__newest on logistics_order (tenant_id, created_at desc, id);

create table logistics_parcel (
  tenant_id    bigint not null,
  order_id     bigint not null,
  parcel       integer not null,
  packing      text not null constraint logistics_parcel__packing check (packing in ('package', 'envelope', 'box')),
  length       numeric(24,6) not null default 0,
  width        numeric(24,6) not null default 0,
  height       numeric(24,6) not null default 0,
  weight       numeric(24,6) not null default 0,
  pieces       integer not null default 1 constraint logistics_parcel__pieces check (pieces > 0),
  primary key (tenant_id, order_id, parcel)
);
alter table logistics_parcel
  add constraint logistics_parcel__order foreign key (tenant_id, order_id) references logistics_order (tenant_id, id)
    on delete cascade;

create table logistics_track (
  tenant_id    bigint not null,
  id           bigint generated always as identity,
  order_id     bigint not null,
  event_time   timestamptz not null,
  state        text not null constraint logistics_track__state
    check (state in ('created', 'pickedUp', 'inTransit', 'outForDelivery', 'delivered', 'exception', 'cancelled')),
  place        text not null default '',
  description  text not null default '',
  source       text not null default 'manual' constraint logistics_track__source check (source in ('manual', 'carrier')),
  user_id      bigint,
  created_at   timestamptz not null default now(),
  primary key (tenant_id, id)
);
alter table logistics_track
  add constraint logistics_track__order foreign key (tenant_id, order_id) references logistics_order (tenant_id, id)
    on delete cascade;
alter table logistics_track
  add constraint logistics_track__user foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index logistics_track__of_order on logistics_track (tenant_id, order_id, event_time desc, id desc);
create index logistics_track__of_user on logistics_track (tenant_id, user_id);

do $$
declare
  wall text;
begin
  foreach wall in array array['logistics_company', 'logistics_secret', 'logistics_tariff', 'logistics_order', 'logistics_parcel',
    'logistics_track'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
    execute format(
      'create policy own_tenant on %I using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)', wall);
    execute format('grant select, insert, update, delete on %I to {{app}}', wall);
  end loop;
end $$;
