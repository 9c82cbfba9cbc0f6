-- 0031 bank statement: what banks say of an account, and which rows of it are which documents.
--
-- Why:       an account's balance is right when the bank's statement comes to the same, row by row.
-- Invariant: a document's movement on an account belongs to one row at most; a match says nothing in the books.
-- Locks:     new tables; rows of roles are added company by company.
create table bank_statement (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  account_id       bigint not null,
  -- The file it came from, or what it was called.
  name             text not null,
  since            date not null,
  until            date not null,
  -- What the bank says the account held at its end; null: it doesn't.
  closing          numeric(24,6),
  row_count        integer not null,
  -- Rows that are no document yet.
  open_count       integer not null,
  amount_in        numeric(24,6) not null,
  amount_out       numeric(24,6) not null,
  creator_id       bigint not null,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint bank_statement__days check (since <= until),
  constraint bank_statement__counts check (open_count between 0 and row_count),
  constraint bank_statement__account foreign key (tenant_id, account_id) references account,
  constraint bank_statement__creator foreign key (tenant_id, creator_id) references app_user
);
create index bank_statement__of_account on bank_statement (tenant_id, account_id, until desc);

create table bank_row (
  tenant_id        bigint not null,
  statement_id     bigint not null,
  -- Its place in the statement, from 1.
  row              integer not null,
  account_id       bigint not null,
  booked_on        date not null,
  -- Below zero: it left the account.
  amount           numeric(24,6) not null constraint bank_row__amount check (amount <> 0),
  partner_name     text not null default '',
  purpose          text not null default '',
  -- The bank's own number of it.
  reference        text not null default '',
  primary key (tenant_id, statement_id, row),
  constraint bank_row__account foreign key (tenant_id, account_id) references account,
  constraint bank_row__statement foreign key (tenant_id, statement_id) references bank_statement on delete cascade
);
create index bank_row__of_account on bank_row (tenant_id, account_id, booked_on);

-- Which documents a row is, and what each of them moved on the account, and when, as it was matched.
create table bank_match (
  tenant_id        bigint not null,
  account_id       bigint not null,
  document_id      bigint not null,
  statement_id     bigint not null,
  row              integer not null,
  business_date    date not null,
  amount           numeric(24,6) not null,
  primary key (tenant_id, account_id, document_id),
  constraint bank_match__account foreign key (tenant_id, account_id) references account,
  constraint bank_match__row foreign key (tenant_id, statement_id, row) references bank_row on delete cascade,
  constraint bank_match__document foreign key (tenant_id, document_id) references document
);
create index bank_match__of_row on bank_match (tenant_id, statement_id, row);

alter table bank_statement enable row level security;
alter table bank_statement force row level security;
create policy own_tenant on bank_statement
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
alter table bank_row enable row level security;
alter table bank_row force row level security;
create policy own_tenant on bank_row
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
alter table bank_match enable row level security;
alter table bank_match force row level security;
create policy own_tenant on bank_match
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
-- Locking a statement asks for the right to update it.
grant select, insert, update, delete on bank_statement to {{app}};
grant select, insert, delete on bank_row to {{app}};
grant select, insert, delete on bank_match to {{app}};

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select held.tenant_id, held.role_id, '/financial/bank_statement', '{1,3}'
    from role_function held
    join role_function beside on beside.tenant_id = company and beside.role_id = held.role_id
      and beside.function_url = '/report/account_report'
    where held.tenant_id = company and held.function_url = '/financial/money_in' and held.buttons @> '{1}'
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
