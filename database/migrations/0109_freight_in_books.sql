-- 0109 freight in books: freight is an expense of its delivery, or part of the cost of its receipt.
--
-- Why:       freight of carriers was in no profit report and in no stock value: only its payment was booked.
-- Invariant: freight with a booked amount is owed to its carrier from the day of its document (M14). Lines
--            of sales share the amount (M15), and trade sums the shares (G7). Freight of earlier versions has
--            no booked amount, and is an expense once paid.
-- Locks:     access exclusive on the tables below, each for a moment: columns are null or have a constant
--            default.
alter table tenant_setting add column freight_in_profit boolean not null default false;
alter table tenant_setting add column landed_cost boolean not null default false;

-- Amount in the books, in the company's currency; null: none, the payment is the expense.
alter table freight_info add column booked numeric(24,6);

-- Shares of booked freight, in the company's currency: all of it, and the part without a bill.
alter table document_line add column freight_cost numeric(24,6) not null default 0;
alter table document_line add column freight_estimated numeric(24,6) not null default 0;
alter table goods_trade add column freight_cost numeric(24,6) not null default 0;
alter table goods_trade add column freight_estimated numeric(24,6) not null default 0;
alter table sku_trade add column freight_cost numeric(24,6) not null default 0;
alter table sku_trade add column freight_estimated numeric(24,6) not null default 0;
alter table partner_trade add column freight_cost numeric(24,6) not null default 0;
alter table partner_trade add column freight_estimated numeric(24,6) not null default 0;

create or replace view unfolded_partner_trade with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, period.grain, period.starts_on, row.kind, row.partner_id,
    row.salesperson_ids, row.warehouse_id, row.creator_id, row.institution_id, row.documents,
    coalesce(row.lines, 0) as lines, coalesce(row.quantity, 0.000000) as quantity,
    coalesce(row.amount, 0.000000) as amount,
    coalesce(row.tax, 0.000000) as tax, coalesce(row.discount, 0.000000) as discount,
    coalesce(row.charges, 0.000000) as charges, coalesce(row.cost, 0.000000) as cost,
    coalesce(row.freight_cost, 0.000000) as freight_cost,
    coalesce(row.freight_estimated, 0.000000) as freight_estimated
  from unfolded_posting p
  cross join json_to_recordset(p.trade) as row(business_date date, kind text, creator_id bigint,
    institution_id bigint, partner_id bigint, salesperson_ids bigint[], warehouse_id bigint,
    documents integer, lines integer, quantity numeric(24,6), amount numeric(24,6), tax numeric(24,6),
    discount numeric(24,6), charges numeric(24,6), cost numeric(24,6), freight_cost numeric(24,6),
    freight_estimated numeric(24,6))
  cross join lateral (values ('d', row.business_date), ('m',
    date_trunc('month', row.business_date)::date)) as period(grain, starts_on);

create or replace view unfolded_goods_trade with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, goods.sku_id,
    date_trunc('month', row.business_date)::date as month, row.kind, row.warehouse_id,
    row.creator_id, row.institution_id, goods.documents, coalesce(goods.quantity, 0.000000) as quantity,
    coalesce(goods.amount, 0.000000) as amount, coalesce(goods.tax, 0.000000) as tax,
    coalesce(goods.discount, 0.000000) as discount, coalesce(goods.charges, 0.000000) as charges,
    coalesce(goods.cost, 0.000000) as cost,
    coalesce(goods.freight_cost, 0.000000) as freight_cost,
    coalesce(goods.freight_estimated, 0.000000) as freight_estimated
  from unfolded_posting p
  cross join json_to_recordset(p.trade) as row(business_date date, kind text, creator_id bigint,
    institution_id bigint, warehouse_id bigint, sku_ids bigint[], sku_documents integer[],
    sku_quantity numeric(24,6)[], sku_amount numeric(24,6)[], sku_tax numeric(24,6)[],
    sku_discount numeric(24,6)[], sku_charges numeric(24,6)[],
    sku_cost numeric(24,6)[], sku_freight_cost numeric(24,6)[], sku_freight_estimated numeric(24,6)[])
  cross join lateral unnest(row.sku_ids, row.sku_documents, row.sku_quantity, row.sku_amount, row.sku_tax,
    row.sku_discount, row.sku_charges, row.sku_cost, row.sku_freight_cost, row.sku_freight_estimated)
    as goods(sku_id, documents, quantity, amount, tax, discount, charges, cost, freight_cost,
      freight_estimated);

create or replace view unfolded_sku_trade with (security_invoker = true) as
  select tenant_id, posting_id, month, kind, sku_id, quantity, amount, tax, discount, charges, cost,
    freight_cost, freight_estimated
  from unfolded_goods_trade;

create or replace view whole_partner_trade with (security_invoker = true) as
  select tenant_id, grain, starts_on, kind, partner_id, salesperson_ids, warehouse_id, creator_id,
    institution_id, documents, lines,
    quantity, amount, tax, discount, charges, cost, freight_cost, freight_estimated
  from partner_trade
  union all
  select tenant_id, grain, starts_on, kind, partner_id, salesperson_ids, warehouse_id, creator_id,
    institution_id, documents, lines,
    quantity, amount, tax, discount, charges, cost, freight_cost, freight_estimated
  from unfolded_partner_trade;

create or replace view whole_goods_trade with (security_invoker = true) as
  select tenant_id, sku_id, month, kind, warehouse_id, creator_id, institution_id, documents, quantity,
    amount, tax, discount,
    charges, cost, freight_cost, freight_estimated
  from goods_trade
  union all
  select tenant_id, sku_id, month, kind, warehouse_id, creator_id, institution_id, documents, quantity,
    amount, tax, discount,
    charges, cost, freight_cost, freight_estimated
  from unfolded_goods_trade;

create or replace view whole_sku_trade with (security_invoker = true) as
  select tenant_id, month, kind, sku_id, quantity, amount, tax, discount, charges, cost, freight_cost,
    freight_estimated
  from sku_trade
  union all
  select tenant_id, month, kind, sku_id, quantity, amount, tax, discount, charges, cost, freight_cost,
    freight_estimated
  from unfolded_sku_trade;

-- The new check is proved by 0110, while entries are read.
alter table money_entry drop constraint money_entry__purses;
alter table money_entry add constraint money_entry__purses check (
  from_purse in ('account', 'receivable', 'payable', 'deposit', 'prepaid', 'bonus', 'bonusGiven',
    'bonusSpent', 'inventory', 'costOfSales', 'sales', 'taxIn', 'taxOut', 'freight', 'fee', 'item', 'opening',
    'discount', 'exchange', 'rounding', 'accountValue', 'receivableValue', 'payableValue', 'depositValue',
    'carrier', 'freightCost')
  and to_purse in ('account', 'receivable', 'payable', 'deposit', 'prepaid', 'bonus', 'bonusGiven',
    'bonusSpent', 'inventory', 'costOfSales', 'sales', 'taxIn', 'taxOut', 'freight', 'fee', 'item', 'opening',
    'discount', 'exchange', 'rounding', 'accountValue', 'receivableValue', 'payableValue', 'depositValue',
    'carrier', 'freightCost')) not valid;

alter table ledger_role drop constraint ledger_role__role;
alter table ledger_role add constraint ledger_role__role check (role in (
  'account', 'receivable', 'depositPaid', 'inventory', 'payable', 'carrier', 'depositReceived', 'prepaid',
  'bonus', 'bonusGiven', 'taxIn', 'taxOut', 'opening', 'profit', 'retained', 'sales', 'bonusSpent',
  'costOfSales', 'freightCost', 'freight', 'fee', 'discount', 'exchange', 'rounding', 'income', 'expense'));

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    -- A company without the account of the initial chart owes carriers where it owes suppliers, and
    -- spends where sales cost.
    insert into ledger_role (tenant_id, role, ledger_account_id)
    select company, given.role, coalesce(own.id, like_role.ledger_account_id)
    from (values ('carrier', '2241', 'liability', 'payable'), ('freightCost', '5601', 'expense',
      'costOfSales'))
      as given(role, code, type, other)
    join ledger_role like_role on like_role.tenant_id = company and like_role.role = given.other
    left join ledger_account own on own.tenant_id = company and own.code = given.code and own.type =
      given.type;
  end loop;
  set local app.tenant_id = '';
end $$;
