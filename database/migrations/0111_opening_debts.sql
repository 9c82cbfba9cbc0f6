-- 0111 opening debts: bills of the time before the company's books, one row for each.
--
-- Why:       a company that moves in settles its open bills one by one, by their numbers and due days.
-- Invariant: the document of a row has its partner, number, days, currency, rate and amount (M14). A partner
--            has either opening debts or an opening balance without bills.
-- Locks:     a new table; sheet_import while its rows are checked; rows of roles, company by company.
create table opening_debt (
  tenant_id     bigint not null,
  id            bigint generated always as identity,
  partner_id    bigint not null,
  side          text not null constraint opening_debt__side check (side in ('receivable', 'payable')),
  number        text not null,
  business_date date not null,
  due_on        date not null,
  currency      text not null,
  exchange_rate numeric(24,6) not null constraint opening_debt__rate check (exchange_rate > 0),
  -- In the bill's currency.
  amount        numeric(24,6) not null constraint opening_debt__amount check (amount > 0),
  remark        text not null default '',
  -- The posting; null only before the row is posted, in the same transaction.
  document_id   bigint,
  version       integer not null default 1,
  created_at    timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint opening_debt__number_once unique (tenant_id, side, number),
  constraint opening_debt__due check (due_on >= business_date),
  constraint opening_debt__partner foreign key (tenant_id, partner_id) references partner,
  constraint opening_debt__document foreign key (tenant_id, document_id) references document
);
create index opening_debt__of_partner on opening_debt (tenant_id, partner_id);
create index opening_debt__of_document on opening_debt (tenant_id, document_id);
create index opening_debt__newest on opening_debt (tenant_id, business_date desc, id desc);

alter table opening_debt enable row level security;
alter table opening_debt force row level security;
create policy own_tenant on opening_debt
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on opening_debt to {{app}};

alter table sheet_import drop constraint sheet_import__sheet;
alter table sheet_import
  add constraint sheet_import__sheet check (sheet in
    ('products', 'openingStock', 'suppliers', 'customers', 'members', 'counts', 'exchangeRates', 'listPrices',
      'productRelations', 'openingDebts'));

-- Roles that keep receipts or payments keep the debts from before.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select tenant_id, role_id, '/financial/opening_debt', array['1', '3']
    from role_function
    where tenant_id = company and '1' = any(buttons)
      and function_url in ('/financial/money_in', '/financial/money_out')
    group by tenant_id, role_id
    having count(*) = 2
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
