-- 0032 ledger account: the chart that the statements and the journal call the books by.
--
-- Why:       an outside accountant knows codes, not purses; trial balance, profit and loss and balance sheet are told by them.
-- Invariant: whatever stands for a role has an account, and every purse plays a role, so what all accounts hold is what the
--            books hold (M10). Accounts and items may name an account of their own. The chart of new companies comes to the
--            companies that are there, and its pages to the roles that have those of accounts, as new roles have them.
-- Locks:     new tables; access exclusive on account and in_out_item for a column without a default, and on money_entry while
--            its index is built: no one posts meanwhile.
create table ledger_account (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  code             text not null,
  name             text not null,
  english_name     text not null default '',
  type             text not null constraint ledger_account__type check (type in (
    'asset', 'liability', 'equity', 'revenue', 'cost', 'expense', 'gain', 'loss', 'incomeTax')),
  remark           text not null default '',
  enabled          boolean not null default true,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint ledger_account__code_once unique (tenant_id, code),
  constraint ledger_account__name_once unique (tenant_id, name)
);

-- What of the books stands under which account.
create table ledger_role (
  tenant_id        bigint not null,
  role             text not null constraint ledger_role__role check (role in (
    'account', 'receivable', 'depositPaid', 'inventory', 'payable', 'depositReceived', 'prepaid', 'taxIn', 'taxOut',
    'opening', 'profit', 'retained', 'sales', 'costOfSales', 'freight', 'fee', 'discount', 'exchange',
    'rounding', 'income', 'expense')),
  ledger_account_id bigint not null,
  primary key (tenant_id, role),
  constraint ledger_role__account foreign key (tenant_id, ledger_account_id) references ledger_account
);
create index ledger_role__of_account on ledger_role (tenant_id, ledger_account_id);

alter table ledger_account enable row level security;
alter table ledger_account force row level security;
create policy own_tenant on ledger_account
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
alter table ledger_role enable row level security;
alter table ledger_role force row level security;
create policy own_tenant on ledger_role
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on ledger_account to {{app}};
grant select, insert, update on ledger_role to {{app}};

-- Null: that of what its sort stands for.
alter table account add column ledger_account_id bigint;
alter table account
  add constraint account__ledger_account foreign key (tenant_id, ledger_account_id) references ledger_account;
create index account__by_ledger_account on account (tenant_id, ledger_account_id) where ledger_account_id is not null;
alter table in_out_item add column ledger_account_id bigint;
alter table in_out_item
  add constraint in_out_item__ledger_account foreign key (tenant_id, ledger_account_id) references ledger_account;
create index in_out_item__by_ledger_account on in_out_item (tenant_id, ledger_account_id) where ledger_account_id is not null;

-- The journal, and what stands behind a figure, are read by days.
create index money_entry__by_day on money_entry (tenant_id, business_date, document_id);

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into ledger_account (tenant_id, code, type, name, english_name)
    select company, given.* from (values
      ('1001', 'asset', '库存现金', 'Cash on hand'),
      ('1002', 'asset', '银行存款', 'Bank deposits'),
      ('1012', 'asset', '其他货币资金', 'Other monetary funds'),
      ('1101', 'asset', '短期投资', 'Short-term investments'),
      ('1121', 'asset', '应收票据', 'Notes receivable'),
      ('1122', 'asset', '应收账款', 'Accounts receivable'),
      ('1123', 'asset', '预付账款', 'Advances to suppliers'),
      ('1221', 'asset', '其他应收款', 'Other receivables'),
      ('1402', 'asset', '在途物资', 'Goods in transit'),
      ('1403', 'asset', '原材料', 'Raw materials'),
      ('1405', 'asset', '库存商品', 'Goods in stock'),
      ('1601', 'asset', '固定资产', 'Fixed assets'),
      ('1602', 'asset', '累计折旧', 'Accumulated depreciation'),
      ('1701', 'asset', '无形资产', 'Intangible assets'),
      ('1702', 'asset', '累计摊销', 'Accumulated amortisation'),
      ('1801', 'asset', '长期待摊费用', 'Long-term deferred expenses'),
      ('1901', 'asset', '待处理财产损溢', 'Property gains and losses pending'),
      ('2001', 'liability', '短期借款', 'Short-term loans'),
      ('2201', 'liability', '应付票据', 'Notes payable'),
      ('2202', 'liability', '应付账款', 'Accounts payable'),
      ('2203', 'liability', '预收账款', 'Advances from customers'),
      ('220301', 'liability', '会员预存款', 'Prepayments of members'),
      ('2211', 'liability', '应付职工薪酬', 'Wages payable'),
      ('2221', 'liability', '应交税费', 'Taxes payable'),
      ('222101', 'liability', '应交增值税（进项税额）', 'VAT payable (input tax)'),
      ('222102', 'liability', '应交增值税（销项税额）', 'VAT payable (output tax)'),
      ('2231', 'liability', '应付利息', 'Interest payable'),
      ('2232', 'liability', '应付利润', 'Profit payable'),
      ('2241', 'liability', '其他应付款', 'Other payables'),
      ('2501', 'liability', '长期借款', 'Long-term loans'),
      ('3001', 'equity', '实收资本', 'Paid-in capital'),
      ('3002', 'equity', '资本公积', 'Capital reserve'),
      ('3101', 'equity', '盈余公积', 'Surplus reserve'),
      ('3103', 'equity', '本年利润', 'Profit for the year'),
      ('3104', 'equity', '利润分配（未分配利润）', 'Retained profit'),
      ('5001', 'revenue', '主营业务收入', 'Sales revenue'),
      ('5051', 'revenue', '其他业务收入', 'Other operating revenue'),
      ('5111', 'revenue', '投资收益', 'Investment income'),
      ('5301', 'gain', '营业外收入', 'Non-operating income'),
      ('5401', 'cost', '主营业务成本', 'Cost of sales'),
      ('5402', 'cost', '其他业务成本', 'Other operating cost'),
      ('5403', 'cost', '税金及附加', 'Taxes and surcharges'),
      ('5601', 'expense', '销售费用', 'Selling expenses'),
      ('5602', 'expense', '管理费用', 'Administrative expenses'),
      ('5603', 'expense', '财务费用', 'Financial expenses'),
      ('5711', 'loss', '营业外支出', 'Non-operating expenses'),
      ('5801', 'incomeTax', '所得税费用', 'Income tax')) as given(code, type, name, english_name);
    insert into ledger_role (tenant_id, role, ledger_account_id)
    select company, given.role, ledger_account.id from (values
      ('account', '1002'),
      ('receivable', '1122'),
      ('depositPaid', '1123'),
      ('inventory', '1405'),
      ('payable', '2202'),
      ('depositReceived', '2203'),
      ('prepaid', '220301'),
      ('taxIn', '222101'),
      ('taxOut', '222102'),
      ('opening', '3001'),
      ('profit', '3103'),
      ('retained', '3104'),
      ('sales', '5001'),
      ('costOfSales', '5401'),
      ('freight', '5051'),
      ('fee', '5051'),
      ('discount', '5603'),
      ('exchange', '5603'),
      ('rounding', '5603'),
      ('income', '5051'),
      ('expense', '5602')) as given(role, code)
    join ledger_account on ledger_account.tenant_id = company and ledger_account.code = given.code;
    update account set ledger_account_id = ledger_account.id
    from ledger_account
    where account.tenant_id = company and account.name in ('现金', 'Cash')
      and ledger_account.tenant_id = company and ledger_account.code = '1001';
    update in_out_item set ledger_account_id = ledger_account.id
    from (values ('income', '利息收入', '5603'), ('income', 'Interest', '5603'),
                 ('expense', '运费', '5601'), ('expense', 'Freight', '5601')) as given(type, name, code)
    join ledger_account on ledger_account.tenant_id = company and ledger_account.code = given.code
    where in_out_item.tenant_id = company and in_out_item.type = given.type and in_out_item.name = given.name;
    -- Who keeps the accounts keeps the chart.
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select tenant_id, role_id, '/system/ledger_account', buttons
    from role_function where tenant_id = company and function_url = '/system/account'
    on conflict (tenant_id, role_id, function_url) do nothing;
    -- Who may see what accounts, customers and suppliers come to may see the statements.
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select held.tenant_id, held.role_id, page.url, held.buttons
    from (values ('/report/trial_balance'), ('/report/profit_statement'), ('/report/balance_sheet')) as page(url)
    join role_function held on held.tenant_id = company and held.function_url = '/report/account_report'
    where (select count(*) from role_function beside
      where beside.tenant_id = company and beside.role_id = held.role_id
        and beside.function_url in ('/report/customer_account', '/report/vendor_account')) = 2
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
