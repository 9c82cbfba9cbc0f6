-- 0123 payment fees: fees kept by banks and payment services are an expense, and part of net profit by document.
--
-- Why:       a card terminal keeps 0.6 %, a bank 25.00 of a wire: the account receives less, or pays more, than is settled.
-- Invariant: accounts of a document in force pay the fees of its accounts. Receipts share fees over the settled bills,
--            bills over their lines (M18), and trade sums the shares (G7). Documents of earlier versions have no fees.
-- Locks:     access exclusive on the tables below, each for a moment: columns have a constant default.
alter table account add column fee_rate numeric(24,6) not null default 0;
alter table document_settlement add column fee numeric(24,6) not null default 0;
alter table document_settlement add column fee_rate numeric(24,6) not null default 0;
alter table document add column payment_fee numeric(24,6) not null default 0;

-- In the company's currency: fees of receipts settling the bill; shares on lines of sales and of receipts.
alter table document add column settled_fees numeric(24,6) not null default 0;
alter table document_line add column payment_fee numeric(24,6) not null default 0;
alter table goods_trade add column payment_fee numeric(24,6) not null default 0;
alter table sku_trade add column payment_fee numeric(24,6) not null default 0;
alter table partner_trade add column payment_fee numeric(24,6) not null default 0;
alter table trade_period add column payment_fee numeric(24,6) not null default 0;

create or replace view unfolded_trade_period with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, row.kind, period.grain, period.starts_on,
    row.creator_id, row.institution_id, coalesce(row.amount, 0.000000) as amount,
    coalesce(row.tax, 0.000000) as tax, coalesce(row.cost, 0.000000) as cost,
    coalesce(row.payment_fee, 0.000000) as payment_fee
  from unfolded_posting p
  cross join json_to_recordset(p.trade) as row(business_date date, kind text, creator_id bigint,
    institution_id bigint, amount numeric(24,6), tax numeric(24,6), cost numeric(24,6),
    payment_fee numeric(24,6))
  cross join lateral (values ('d', row.business_date), ('m',
    date_trunc('month', row.business_date)::date)) as period(grain, starts_on);

create or replace view unfolded_partner_trade with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, period.grain, period.starts_on, row.kind, row.partner_id,
    row.salesperson_ids, row.warehouse_id, row.creator_id, row.institution_id, row.documents,
    coalesce(row.lines, 0) as lines, coalesce(row.quantity, 0.000000) as quantity,
    coalesce(row.amount, 0.000000) as amount,
    coalesce(row.tax, 0.000000) as tax, coalesce(row.discount, 0.000000) as discount,
    coalesce(row.charges, 0.000000) as charges, coalesce(row.cost, 0.000000) as cost,
    coalesce(row.freight_cost, 0.000000) as freight_cost,
    coalesce(row.freight_estimated, 0.000000) as freight_estimated,
    coalesce(row.payment_fee, 0.000000) as payment_fee
  from unfolded_posting p
  cross join json_to_recordset(p.trade) as row(business_date date, kind text, creator_id bigint,
    institution_id bigint, partner_id bigint, salesperson_ids bigint[], warehouse_id bigint,
    documents integer, lines integer, quantity numeric(24,6), amount numeric(24,6), tax numeric(24,6),
    discount numeric(24,6), charges numeric(24,6), cost numeric(24,6), freight_cost numeric(24,6),
    freight_estimated numeric(24,6), payment_fee numeric(24,6))
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
    coalesce(goods.freight_estimated, 0.000000) as freight_estimated,
    coalesce(goods.payment_fee, 0.000000) as payment_fee
  from unfolded_posting p
  cross join json_to_recordset(p.trade) as row(business_date date, kind text, creator_id bigint,
    institution_id bigint, warehouse_id bigint, sku_ids bigint[], sku_documents integer[],
    sku_quantity numeric(24,6)[], sku_amount numeric(24,6)[], sku_tax numeric(24,6)[],
    sku_discount numeric(24,6)[], sku_charges numeric(24,6)[],
    sku_cost numeric(24,6)[], sku_freight_cost numeric(24,6)[], sku_freight_estimated numeric(24,6)[],
    sku_payment_fee numeric(24,6)[])
  cross join lateral unnest(row.sku_ids, row.sku_documents, row.sku_quantity, row.sku_amount, row.sku_tax,
    row.sku_discount, row.sku_charges, row.sku_cost, row.sku_freight_cost, row.sku_freight_estimated,
    row.sku_payment_fee)
    as goods(sku_id, documents, quantity, amount, tax, discount, charges, cost, freight_cost,
      freight_estimated, payment_fee);

create or replace view unfolded_sku_trade with (security_invoker = true) as
  select tenant_id, posting_id, month, kind, sku_id, quantity, amount, tax, discount, charges, cost,
    freight_cost, freight_estimated, payment_fee
  from unfolded_goods_trade;

create or replace view whole_trade_period with (security_invoker = true) as
  select tenant_id, kind, grain, starts_on, creator_id, institution_id, amount, tax, cost, payment_fee
  from trade_period
  union all
  select tenant_id, kind, grain, starts_on, creator_id, institution_id, amount, tax, cost, payment_fee
  from unfolded_trade_period;

create or replace view whole_partner_trade with (security_invoker = true) as
  select tenant_id, grain, starts_on, kind, partner_id, salesperson_ids, warehouse_id, creator_id,
    institution_id, documents, lines,
    quantity, amount, tax, discount, charges, cost, freight_cost, freight_estimated, payment_fee
  from partner_trade
  union all
  select tenant_id, grain, starts_on, kind, partner_id, salesperson_ids, warehouse_id, creator_id,
    institution_id, documents, lines,
    quantity, amount, tax, discount, charges, cost, freight_cost, freight_estimated, payment_fee
  from unfolded_partner_trade;

create or replace view whole_goods_trade with (security_invoker = true) as
  select tenant_id, sku_id, month, kind, warehouse_id, creator_id, institution_id, documents, quantity,
    amount, tax, discount,
    charges, cost, freight_cost, freight_estimated, payment_fee
  from goods_trade
  union all
  select tenant_id, sku_id, month, kind, warehouse_id, creator_id, institution_id, documents, quantity,
    amount, tax, discount,
    charges, cost, freight_cost, freight_estimated, payment_fee
  from unfolded_goods_trade;

create or replace view whole_sku_trade with (security_invoker = true) as
  select tenant_id, month, kind, sku_id, quantity, amount, tax, discount, charges, cost, freight_cost,
    freight_estimated, payment_fee
  from sku_trade
  union all
  select tenant_id, month, kind, sku_id, quantity, amount, tax, discount, charges, cost, freight_cost,
    freight_estimated, payment_fee
  from unfolded_sku_trade;

-- The new check is proved by 0124, while entries are read.
alter table money_entry drop constraint money_entry__purses;
alter table money_entry add constraint money_entry__purses check (
  from_purse in ('account', 'receivable', 'payable', 'deposit', 'prepaid', 'bonus', 'bonusGiven',
    'bonusSpent', 'inventory', 'costOfSales', 'sales', 'taxIn', 'taxOut', 'freight', 'fee', 'item', 'opening',
    'discount', 'exchange', 'rounding', 'accountValue', 'receivableValue', 'payableValue', 'depositValue',
    'carrier', 'freightCost', 'paymentFee')
  and to_purse in ('account', 'receivable', 'payable', 'deposit', 'prepaid', 'bonus', 'bonusGiven',
    'bonusSpent', 'inventory', 'costOfSales', 'sales', 'taxIn', 'taxOut', 'freight', 'fee', 'item', 'opening',
    'discount', 'exchange', 'rounding', 'accountValue', 'receivableValue', 'payableValue', 'depositValue',
    'carrier', 'freightCost', 'paymentFee')) not valid;

alter table ledger_role drop constraint ledger_role__role;
alter table ledger_role add constraint ledger_role__role check (role in (
  'account', 'receivable', 'depositPaid', 'inventory', 'payable', 'carrier', 'depositReceived', 'prepaid',
  'bonus', 'bonusGiven', 'taxIn', 'taxOut', 'opening', 'profit', 'retained', 'sales', 'bonusSpent',
  'costOfSales', 'freightCost', 'freight', 'fee', 'paymentFee', 'discount', 'exchange', 'rounding', 'income', 'expense'));

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    -- A company without the account of the initial chart spends where it gives discounts.
    insert into ledger_role (tenant_id, role, ledger_account_id)
    select company, 'paymentFee', coalesce(own.id, like_role.ledger_account_id)
    from ledger_role like_role
    left join ledger_account own on own.tenant_id = company and own.code = '5603' and own.type = 'expense'
    where like_role.tenant_id = company and like_role.role = 'discount';
  end loop;
  set local app.tenant_id = '';
end $$;
