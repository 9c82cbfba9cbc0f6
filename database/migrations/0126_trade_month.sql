-- 0126 trade month: a random mark for each month of the trade by SKU, drawn again whenever the month changes.
--
-- Why:       proposals to buy sum the trade of all SKUs over years; processes reuse the sums of unchanged marks.
-- Invariant: who writes rows of a month in sku_trade or goods_trade draws its mark in the same transaction.
--            Random, so that marks of other databases and of restored companies differ, too.
-- Locks:     a new table; sku_trade is read for the months of companies.
create table trade_month (
  tenant_id bigint not null,
  -- Its first day.
  month     date not null,
  mark      bigint not null default floor(random() * 9e15)::bigint,
  primary key (tenant_id, month)
);

alter table trade_month enable row level security;
alter table trade_month force row level security;
create policy own_tenant on trade_month
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on trade_month to {{app}};

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into trade_month (tenant_id, month)
    select distinct company, month from sku_trade where tenant_id = company;
  end loop;
  set local app.tenant_id = '';
end $$;
