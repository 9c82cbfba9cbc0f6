-- 0018 fold: what follows from the ledgers is noted with a posting, and added up behind it.
--
-- Why:       a posting wrote seven roll-ups whose rows everybody shares: half of its cost, and others waited for them.
-- Invariant: a roll-up together with what is not yet folded into it is what the ledgers say (S3, M2, G7).
-- Locks:     a new table and views, safe while the server runs.

-- What a posting adds to every roll-up, until it is folded in: rows as JSON, null where there are none.
create table unfolded_posting (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  -- How much more there is of a balance from a day on.
  stock            json,
  -- What a SKU's quantity and value did on a day, company-wide.
  skus             json,
  -- What a purse took in and gave out on a day.
  money            json,
  trade            json,
  documents        json,
  primary key (tenant_id, id)
-- It fills and empties all day long: what is gone is swept out soon, or the next reader steps over it.
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

alter table unfolded_posting enable row level security;
alter table unfolded_posting force row level security;
create policy own_tenant on unfolded_posting
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
-- Locking a row asks for the right to update it.
grant select, insert, update, delete on unfolded_posting to {{app}};
-- The worker asks which companies have some.
grant select on unfolded_posting to {{worker}};
create policy worker_all on unfolded_posting for select to {{worker}} using (true);

-- The part of each roll-up that is not in it yet, with the posting it comes from; a key may come more than once.

create view unfolded_stock_period with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, row.warehouse_id, row.sku_id, row.lot, row.stock_type, period.grain,
    period.starts_on, row.quantity
  from unfolded_posting p
  cross join json_to_recordset(p.stock) as row(
    warehouse_id bigint, sku_id bigint, lot text, stock_type text, day date, quantity numeric(24,6))
  cross join lateral (values ('d', row.day), ('m', date_trunc('month', row.day)::date)) as period(grain, starts_on);

create view unfolded_sku_period with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, row.sku_id, period.grain, period.starts_on,
    row.quantity, row.value
  from unfolded_posting p
  cross join json_to_recordset(p.skus) as row(sku_id bigint, day date, quantity numeric(24,6), value numeric(24,6))
  cross join lateral (values ('d', row.day), ('m', date_trunc('month', row.day)::date)) as period(grain, starts_on);

-- Prepayments and deposits are checked as they are used, so their balances are kept at once.
create view unfolded_money_balance with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, row.purse, row.holder_id, row.amount_in - row.amount_out as amount
  from unfolded_posting p
  cross join json_to_recordset(p.money) as row(purse text, holder_id bigint, amount_in numeric(24,6), amount_out numeric(24,6))
  where row.purse not in ('prepaid', 'deposit');

create view unfolded_money_period with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, row.purse, row.holder_id, period.grain, period.starts_on,
    row.amount_in - row.amount_out as amount, row.amount_in, row.amount_out
  from unfolded_posting p
  cross join json_to_recordset(p.money) as row(
    purse text, holder_id bigint, day date, amount_in numeric(24,6), amount_out numeric(24,6))
  cross join lateral (values ('d', row.day), ('m', date_trunc('month', row.day)::date)) as period(grain, starts_on);

create view unfolded_trade_day with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, row.*
  from unfolded_posting p
  cross join json_to_recordset(p.trade) as row(business_date date, kind text, creator_id bigint, institution_id bigint,
    partner_id bigint, warehouse_id bigint, documents integer, quantity numeric(24,6), amount numeric(24,6), tax numeric(24,6),
    cost numeric(24,6));

create view unfolded_trade_period with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, row.kind, period.grain, period.starts_on,
    row.creator_id, row.institution_id, row.amount, row.tax, row.cost
  from unfolded_posting p
  cross join json_to_recordset(p.trade) as row(business_date date, kind text, creator_id bigint, institution_id bigint,
    amount numeric(24,6), tax numeric(24,6), cost numeric(24,6))
  cross join lateral (values ('d', row.business_date), ('m', date_trunc('month', row.business_date)::date)) as period(grain, starts_on);

create view unfolded_document_day with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, row.*
  from unfolded_posting p
  cross join json_to_recordset(p.documents) as row(kind text, business_date date, creator_id bigint, institution_id bigint,
    documents integer, total_quantity numeric(24,6), goods_amount numeric(24,6), total_amount numeric(24,6), discount numeric(24,6),
    service_charge numeric(24,6), service_fees numeric(24,6), other_fees numeric(24,6), freight numeric(24,6), payable numeric(24,6),
    deposit_used numeric(24,6), paid_now numeric(24,6), deposit_taken numeric(24,6), received numeric(24,6),
    change_given numeric(24,6), debt numeric(24,6), settled numeric(24,6));

-- Each roll-up with what is not in it yet. A key may come more than once: readers sum.

create view whole_stock_period with (security_invoker = true) as
  select tenant_id, warehouse_id, sku_id, lot, stock_type, grain, starts_on, quantity from stock_period
  union all
  select tenant_id, warehouse_id, sku_id, lot, stock_type, grain, starts_on, quantity from unfolded_stock_period;

create view whole_sku_period with (security_invoker = true) as
  select tenant_id, sku_id, grain, starts_on, quantity, value from sku_period
  union all
  select tenant_id, sku_id, grain, starts_on, quantity, value from unfolded_sku_period;

create view whole_money_balance with (security_invoker = true) as
  select tenant_id, purse, holder_id, amount from money_balance
  union all
  select tenant_id, purse, holder_id, amount from unfolded_money_balance;

create view whole_money_period with (security_invoker = true) as
  select tenant_id, purse, holder_id, grain, starts_on, amount, amount_in, amount_out from money_period
  union all
  select tenant_id, purse, holder_id, grain, starts_on, amount, amount_in, amount_out from unfolded_money_period;

create view whole_trade_day with (security_invoker = true) as
  select tenant_id, business_date, kind, creator_id, institution_id, partner_id, warehouse_id, documents, quantity, amount, tax, cost
  from trade_day
  union all
  select tenant_id, business_date, kind, creator_id, institution_id, partner_id, warehouse_id, documents, quantity, amount, tax, cost
  from unfolded_trade_day;

create view whole_trade_period with (security_invoker = true) as
  select tenant_id, kind, grain, starts_on, creator_id, institution_id, amount, tax, cost from trade_period
  union all
  select tenant_id, kind, grain, starts_on, creator_id, institution_id, amount, tax, cost from unfolded_trade_period;

create view whole_document_day with (security_invoker = true) as
  select tenant_id, kind, business_date, creator_id, institution_id, documents, total_quantity, goods_amount, total_amount, discount,
    service_charge, service_fees, other_fees, freight, payable, deposit_used, paid_now, deposit_taken, received, change_given, debt, settled
  from document_day
  union all
  select tenant_id, kind, business_date, creator_id, institution_id, documents, total_quantity, goods_amount, total_amount, discount,
    service_charge, service_fees, other_fees, freight, payable, deposit_used, paid_now, deposit_taken, received, change_given, debt, settled
  from unfolded_document_day;

grant select on unfolded_stock_period, unfolded_sku_period, unfolded_money_balance, unfolded_money_period, unfolded_trade_day,
  unfolded_trade_period, unfolded_document_day, whole_stock_period, whole_sku_period, whole_money_balance, whole_money_period,
  whole_trade_day, whole_trade_period, whole_document_day to {{app}};
