-- 0102 revaluation: open amounts in foreign currencies are valued at the rate of a day, and back on the next.
--
-- Why:       monetary items are shown at the rate of the balance sheet date (ASBE 19, IAS 21).
-- Invariant: a revaluation in force has posted the differences of its rows, its reversal the opposite (M13).
-- Locks:     access exclusive on money_entry and period_closing for a moment. No row is read: the
--            constraint before was stricter.

create table revaluation (
  tenant_id     bigint not null,
  id            bigint generated always as identity,
  day           date not null,
  -- Deposits were revalued, too.
  deposits      boolean not null,
  -- The posting; null: no value differed.
  document_id   bigint,
  reversal_id   bigint,
  -- The day of the reversal; null: not reversed yet.
  reversed_on   date,
  taken_back_at timestamptz,
  remark        text not null default '',
  user_id       bigint not null,
  created_at    timestamptz not null default now(),
  version       integer not null default 1,
  primary key (tenant_id, id),
  constraint revaluation__reversed_on check (reversed_on > day),
  constraint revaluation__document foreign key (tenant_id, document_id) references document,
  constraint revaluation__reversal foreign key (tenant_id, reversal_id) references document,
  constraint revaluation__user foreign key (tenant_id, user_id) references app_user
);
create unique index revaluation__day on revaluation (tenant_id, day) where taken_back_at is null;
create index revaluation__newest on revaluation (tenant_id, day desc, id desc);

create table revaluation_row (
  tenant_id      bigint not null,
  revaluation_id bigint not null,
  line           integer not null,
  purse          text not null constraint revaluation_row__purse
    check (purse in ('account', 'receivable', 'payable', 'deposit')),
  holder_id      bigint not null,
  currency       text not null,
  -- In the currency, above zero for an asset; booked and value in the company's currency.
  amount         numeric(24,6) not null,
  booked         numeric(24,6) not null,
  rate           numeric(24,6) not null constraint revaluation_row__rate check (rate > 0),
  value          numeric(24,6) not null,
  primary key (tenant_id, revaluation_id, line),
  constraint revaluation_row__once unique (tenant_id, revaluation_id, purse, holder_id, currency),
  constraint revaluation_row__revaluation foreign key (tenant_id, revaluation_id) references revaluation
);

alter table revaluation enable row level security;
alter table revaluation force row level security;
create policy own_tenant on revaluation
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
alter table revaluation_row enable row level security;
alter table revaluation_row force row level security;
create policy own_tenant on revaluation_row
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update on revaluation to {{app}};
grant select, insert on revaluation_row to {{app}};

-- Foreign open items without a revaluation on the closed day.
alter table period_closing add column not_revalued integer not null default 0;

-- The unrealised difference stands beside the booked amounts, which settlements use up to the cent.
alter table money_entry drop constraint money_entry__purses;
alter table money_entry add constraint money_entry__purses check (
  from_purse in ('account', 'receivable', 'payable', 'deposit', 'prepaid', 'bonus', 'bonusGiven',
    'bonusSpent', 'inventory', 'costOfSales', 'sales', 'taxIn', 'taxOut', 'freight', 'fee', 'item', 'opening',
    'discount', 'exchange', 'rounding', 'accountValue', 'receivableValue', 'payableValue', 'depositValue')
  and to_purse in ('account', 'receivable', 'payable', 'deposit', 'prepaid', 'bonus', 'bonusGiven',
    'bonusSpent', 'inventory', 'costOfSales', 'sales', 'taxIn', 'taxOut', 'freight', 'fee', 'item', 'opening',
    'discount', 'exchange', 'rounding', 'accountValue', 'receivableValue', 'payableValue', 'depositValue'))
  not valid;
