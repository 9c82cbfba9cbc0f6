-- 0043 bonus: what members are given on top of what they pay in.
--
-- Why:       a member that pays 500 may be given 50; no account moves by that, and it is kept beside the cash it paid in.
-- Invariant: a member's bonus is what documents gave it less what goods took and what was taken back, and never less than
--            nothing (M6). What of it is not spent yet is given by no one: both cancel in the books (M10). Of a sale what bonus paid
--            stands on the document, and its returns give back no more than that (M7).
-- Locks:     access exclusive on document, money_entry, tenant_setting and ledger_role while columns and constraints are added:
--            the entries are read once, a million in a second.
alter table document
  -- Of a prepayment what it gives on top; of a sale to a member what of it that pays, of a return what goes back there.
  add column bonus numeric(24,6) not null default 0;
alter table document add constraint document__bonus check (bonus >= 0);

alter table tenant_setting
  -- What pays first where a member has a bonus: what it paid in, or both by their shares.
  add column bonus_use text not null default 'cashFirst';
alter table tenant_setting add constraint tenant_setting__bonus_use check (bonus_use in ('cashFirst', 'proRata'));

alter table money_entry drop constraint money_entry__purses;
alter table money_entry add constraint money_entry__purses check (
  from_purse in ('account', 'receivable', 'payable', 'deposit', 'prepaid', 'bonus', 'bonusGiven', 'bonusSpent', 'inventory',
    'costOfSales', 'sales', 'taxIn', 'taxOut', 'freight', 'fee', 'item', 'opening', 'discount', 'exchange', 'rounding')
  and to_purse in ('account', 'receivable', 'payable', 'deposit', 'prepaid', 'bonus', 'bonusGiven', 'bonusSpent', 'inventory',
    'costOfSales', 'sales', 'taxIn', 'taxOut', 'freight', 'fee', 'item', 'opening', 'discount', 'exchange', 'rounding'));

-- A bonus is checked as it is used, like prepayments and deposits, so its balance is kept at once.
create or replace view unfolded_money_balance with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, row.purse, row.holder_id, row.amount_in - row.amount_out as amount
  from unfolded_posting p
  cross join json_to_recordset(p.money) as row(purse text, holder_id bigint, amount_in numeric(24,6), amount_out numeric(24,6))
  where row.purse not in ('prepaid', 'bonus', 'deposit');

alter table ledger_role drop constraint ledger_role__role;
alter table ledger_role add constraint ledger_role__role check (role in (
  'account', 'receivable', 'depositPaid', 'inventory', 'payable', 'depositReceived', 'prepaid', 'bonus', 'bonusGiven', 'taxIn',
  'taxOut', 'opening', 'profit', 'retained', 'sales', 'bonusSpent', 'costOfSales', 'freight', 'fee', 'discount', 'exchange',
  'rounding', 'income', 'expense'));

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    -- Where the code or the name is taken already, it stands where prepayments and sales do.
    insert into ledger_account (tenant_id, code, type, name, english_name)
    select company, given.* from (values
      ('220302', 'liability', '会员赠送余额', 'Bonuses of members'),
      ('220303', 'liability', '会员赠送待抵减', 'Bonuses not spent yet'),
      ('500101', 'revenue', '会员赠送抵减收入', 'Sales paid with bonuses')) as given(code, type, name, english_name)
    on conflict do nothing;
    insert into ledger_role (tenant_id, role, ledger_account_id)
    select company, given.role, coalesce(own.id, like_role.ledger_account_id)
    from (values
      ('bonus', '220302', 'liability', '会员赠送余额', 'prepaid'),
      ('bonusGiven', '220303', 'liability', '会员赠送待抵减', 'prepaid'),
      ('bonusSpent', '500101', 'revenue', '会员赠送抵减收入', 'sales')) as given(role, code, type, name, other)
    join ledger_role like_role on like_role.tenant_id = company and like_role.role = given.other
    -- An account of the company's own that has the code stays what it is.
    left join ledger_account own on own.tenant_id = company and own.code = given.code and own.type = given.type
      and own.name = given.name;
    -- Who takes prepayments and pays suppliers may pay prepayments back.
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select held.tenant_id, held.role_id, '/financial/advance_out', held.buttons
    from role_function held
    join role_function pays on pays.tenant_id = company and pays.role_id = held.role_id and pays.function_url = '/financial/money_out'
    where held.tenant_id = company and held.function_url = '/financial/advance_in'
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
