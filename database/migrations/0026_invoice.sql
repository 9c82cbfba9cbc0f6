-- 0026 invoice: fiscal invoices that were issued and received, and what they have of which bills.
--
-- Why:       what was sold and bought is to be seen beside what was invoiced of it, and what is not invoiced yet.
-- Invariant: an invoice's number is the only one that the company issued, or that it received of this supplier; gross is net and tax, of one sign; a void one keeps its row
--            and says why. What invoices that stand have of a bill is never more than the bill (M9).
-- Locks:     new tables; stored_file while its rows are checked; rows of roles are added company by company.
create table invoice (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  direction        text not null constraint invoice__direction check (direction in ('issued', 'received')),
  kind             text not null constraint invoice__kind check (kind in ('vat', 'plain', 'electronic')),
  number           text not null,
  invoice_date     date not null,
  partner_id       bigint not null,
  -- Its bills' own; without bills the company's.
  currency         text not null,
  exchange_rate    numeric(24,6) not null default 1 constraint invoice__exchange_rate check (exchange_rate > 0),
  net              numeric(24,6) not null,
  tax              numeric(24,6) not null,
  gross            numeric(24,6) not null,
  voided           boolean not null default false,
  void_reason      text not null default '',
  remark           text not null default '',
  creator_id       bigint not null,
  -- Where its writer belonged when it was written.
  institution_id   bigint,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint invoice__amounts check (gross = net + tax and net <> 0 and net * tax >= 0),
  constraint invoice__void_reason check (not voided or void_reason <> ''),
  constraint invoice__partner foreign key (tenant_id, partner_id) references partner,
  constraint invoice__creator foreign key (tenant_id, creator_id) references app_user,
  constraint invoice__institution foreign key (tenant_id, institution_id) references institution
);
-- Suppliers number their invoices each for themselves.
create unique index invoice__number_once on invoice (
  tenant_id, number, direction, (case direction when 'received' then partner_id else 0 end));
create index invoice__newest on invoice (tenant_id, invoice_date desc, id desc);
create index invoice__of_partner on invoice (tenant_id, partner_id);

create table invoice_bill (
  tenant_id        bigint not null,
  invoice_id       bigint not null,
  document_id      bigint not null,
  -- Below zero for a return.
  amount           numeric(24,6) not null constraint invoice_bill__amount check (amount <> 0),
  primary key (tenant_id, invoice_id, document_id),
  constraint invoice_bill__invoice foreign key (tenant_id, invoice_id) references invoice on delete cascade,
  constraint invoice_bill__document foreign key (tenant_id, document_id) references document
);
create index invoice_bill__of_document on invoice_bill (tenant_id, document_id);

alter table invoice enable row level security;
alter table invoice force row level security;
create policy own_tenant on invoice
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
alter table invoice_bill enable row level security;
alter table invoice_bill force row level security;
create policy own_tenant on invoice_bill
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update on invoice to {{app}};
grant select, insert, delete on invoice_bill to {{app}};

alter table stored_file drop constraint stored_file__owner;
alter table stored_file
  add constraint stored_file__owner check (owner in ('product', 'brand', 'user', 'document', 'tally', 'invoice'));

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select held.tenant_id, held.role_id, '/financial/invoice', '{1,3}'
    from role_function held
    join role_function beside on beside.tenant_id = company and beside.role_id = held.role_id
      and beside.function_url = '/financial/money_out' and beside.buttons @> '{1}'
    where held.tenant_id = company and held.function_url = '/financial/money_in' and held.buttons @> '{1}'
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
