-- 0027 exchange rate: what one of another currency is worth in the company's own, by day.
--
-- Why:       a document in another currency starts with the rate of its day, so that no one has to look it up again.
-- Invariant: a currency has one rate a day, above zero; a document keeps the rate it was saved with. Roles that keep accounts
--            get the page of the rates with the same buttons, and its export.
-- Locks:     a new table; sheet_import while its rows are checked; rows of roles are added company by company.
create table exchange_rate (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  currency         text not null constraint exchange_rate__currency check (currency ~ '^[A-Z]{3}$'),
  day              date not null,
  rate             numeric(24,6) not null constraint exchange_rate__rate check (rate > 0),
  remark           text not null default '',
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  -- Read from its end: the latest rate that is not after a day.
  constraint exchange_rate__currency_once unique (tenant_id, currency, day)
);
create index exchange_rate__newest on exchange_rate (tenant_id, day desc, id desc);
alter table exchange_rate enable row level security;
alter table exchange_rate force row level security;
create policy own_tenant on exchange_rate
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on exchange_rate to {{app}};

alter table sheet_import drop constraint sheet_import__sheet;
alter table sheet_import
  add constraint sheet_import__sheet
    check (sheet in ('products', 'openingStock', 'suppliers', 'customers', 'members', 'counts', 'exchangeRates'));

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select tenant_id, role_id, '/system/exchange_rate', buttons || array['3']
    from role_function where tenant_id = company and function_url = '/system/account'
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
