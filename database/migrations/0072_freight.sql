-- 0072 freight: what carriers take for what they carry: expected, billed, accepted and paid.
--
-- Why:       what a carrier bills is compared with what was expected, and paid once it is accepted.
-- Invariant: what is sent has one row, from its label on; void, its row is kept and counts nothing. What is accepted was billed,
--            and by whom is known; only what is accepted is paid.
-- Locks:     a new table, filled from what is labelled; role_function as in 0042.
create table freight_info (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  company_id       bigint not null,
  document_id      bigint not null,
  -- What was sent with it; null where freight was noted of the document itself.
  order_id         bigint,
  direction        text not null constraint freight_info__direction check (direction in ('in', 'out')),
  -- The day it was sent; it says of which month it is.
  freight_date     date not null,
  payment_kind     text not null constraint freight_info__payment_kind
    check (payment_kind in ('cash', 'cycle', 'other', 'prepayment', 'balance', 'full', 'freight')),
  currency         text not null constraint freight_info__currency check (currency ~ '^[A-Z]{3}$'),
  exchange_rate    numeric(24,6) not null default 1 constraint freight_info__exchange_rate check (exchange_rate > 0),
  estimated        numeric(24,6) not null default 0 constraint freight_info__estimated check (estimated >= 0),
  -- What the carrier's bill says; null until it has come.
  actual           numeric(24,6) constraint freight_info__actual check (actual >= 0),
  -- In kilograms, as the carrier counts them, and in cubic metres.
  billable_weight  numeric(24,6) not null default 0 constraint freight_info__weight check (billable_weight >= 0),
  volume           numeric(24,6) not null default 0 constraint freight_info__volume check (volume >= 0),
  allocate_by      text not null default 'weight' constraint freight_info__allocate_by
    check (allocate_by in ('weight', 'amount', 'quantity')),
  cancelled        boolean not null default false,
  -- The bill and its difference from what was expected were accepted.
  confirmed_at     timestamptz,
  confirmed_by     bigint,
  -- The expenditure that pays it, as long as that stands.
  payment_id       bigint,
  remark           text not null default '',
  creator_id       bigint not null,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint freight_info__order_once unique (tenant_id, order_id),
  constraint freight_info__confirmed check ((confirmed_at is null) = (confirmed_by is null)),
  constraint freight_info__accepted check (confirmed_at is null or actual is not null and not cancelled),
  constraint freight_info__paid check (payment_id is null or confirmed_at is not null)
);
alter table freight_info
  add constraint freight_info__company foreign key (tenant_id, company_id) references logistics_company (tenant_id, id);
alter table freight_info
  add constraint freight_info__document foreign key (tenant_id, document_id) references document (tenant_id, id);
alter table freight_info
  add constraint freight_info__order foreign key (tenant_id, order_id) references logistics_order (tenant_id, id);
alter table freight_info
  add constraint freight_info__confirmer foreign key (tenant_id, confirmed_by) references app_user (tenant_id, id);
alter table freight_info
  add constraint freight_info__payment foreign key (tenant_id, payment_id) references document (tenant_id, id);
alter table freight_info
  add constraint freight_info__creator foreign key (tenant_id, creator_id) references app_user (tenant_id, id);
create index freight_info__of_company on freight_info (tenant_id, company_id, freight_date desc, id);
create index freight_info__of_document on freight_info (tenant_id, document_id);
create index freight_info__of_payment on freight_info (tenant_id, payment_id);
create index freight_info__of_confirmer on freight_info (tenant_id, confirmed_by);
create index freight_info__of_creator on freight_info (tenant_id, creator_id);
create index freight_info__newest on freight_info (tenant_id, freight_date desc, id);

alter table freight_info enable row level security;
alter table freight_info force row level security;
create policy own_tenant on freight_info using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on freight_info to {{app}};

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into freight_info (tenant_id, company_id, document_id, order_id, direction, freight_date, payment_kind, currency,
      estimated, billable_weight, volume, creator_id)
    select o.tenant_id, o.company_id, o.document_id, o.id, case o.direction when 'return' then 'in' else 'out' end, o.ship_date,
      'cycle', setting.currency, o.freight, o.billable_weight, coalesce((
        select round(sum(p.length * p.width * p.height * p.pieces) / 1000000, 6) from logistics_parcel p
        where p.tenant_id = company and p.order_id = o.id), 0), o.creator_id
    from logistics_order o
    join tenant_setting setting on setting.tenant_id = company
    where o.tenant_id = company and o.tracking <> '' and o.state <> 'cancelled';
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select tenant_id, role_id, '/logistic/freight',
      case when '1' = any(buttons) then array['1', '2', '3'] else array[]::text[] end
    from role_function where tenant_id = company and function_url = '/financial/item_out'
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
