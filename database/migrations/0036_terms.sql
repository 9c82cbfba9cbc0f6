-- 0036 terms: how and until when bills are to be paid, and how much customers may owe.
--
-- Why:       what is owed is to be seen by its age, told of on the day it is due, and kept within what was agreed.
-- Invariant: what leaves a debt says when it is due, never before its own day; what is there already is due on its own day.
--            Each bill is told of once.
-- Locks:     access exclusive on document, partner and tenant_setting while columns are added, and while bills with a debt
--            are given their day: a million documents take about half a minute. Rows of roles are added company by company.
alter table tenant_setting
  -- What happens where a sale makes a customer owe more than it may.
  add column credit_check text not null default 'warn';
alter table tenant_setting
  add constraint tenant_setting__credit_check check (credit_check in ('off', 'warn', 'refuse'));

alter table partner
  add column payment_kind text not null default 'cycle',
  -- Days it has to pay, and whether they begin with the end of a bill's month.
  add column payment_days integer not null default 0,
  add column month_end boolean not null default false,
  -- In base currency; null: as much as it likes.
  add column credit_limit numeric(24,6);
alter table partner
  add constraint partner__payment_kind check (payment_kind in ('cash', 'cycle', 'prepayment', 'balance', 'full', 'freight', 'other')),
  add constraint partner__payment_days check (payment_days between 0 and 365),
  add constraint partner__credit_limit check (credit_limit >= 0);

alter table document
  add column payment_kind text,
  add column due_on date;
alter table document
  add constraint document__payment_kind check (payment_kind in ('cash', 'cycle', 'prepayment', 'balance', 'full', 'freight', 'other')),
  add constraint document__due_on check (due_on >= business_date);

-- Which bills were told of when they became due.
create table due_notice (
  tenant_id    bigint not null,
  document_id  bigint not null,
  primary key (tenant_id, document_id),
  constraint due_notice__document foreign key (tenant_id, document_id) references document
);
alter table due_notice enable row level security;
alter table due_notice force row level security;
create policy own_tenant on due_notice
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert on due_notice to {{app}};

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    update document set due_on = business_date,
      payment_kind = case when kind <> 'openingBalance' then 'cycle' end
    where tenant_id = company and debt <> 0;
    -- Bills that waited before today are no news.
    insert into due_notice (tenant_id, document_id)
    select company, id from document
    where tenant_id = company and deleted_at is null and debt <> settled
    order by 2;
    -- Who reads a side's statements reads how old it is.
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select held.tenant_id, held.role_id, page.ageing, held.buttons
    from role_function held
    join (values ('/report/customer_account', '/report/receivable_ageing'), ('/report/vendor_account', '/report/payable_ageing'))
      as page(statement, ageing) on page.statement = held.function_url
    where held.tenant_id = company
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;

alter table document add constraint document__due_known check (debt = 0 or due_on is not null);
create index document__due on document (tenant_id, due_on) where deleted_at is null and debt <> settled;
-- Lines of money that name neither a bill, an account, an item nor goods: what was owed when the books began, what settled
-- it, and what was paid beyond all debts.
create index document_line__beside_bills on document_line (tenant_id, document_id)
  where settled_document_id is null and account_id is null and item_id is null and sku_id is null;
