-- 0056 trade by SKU: what a month traded of each SKU, by whomever and wherever.
--
-- Why:       most who ask for trade by goods see all of it and ask for no warehouse: by warehouse, creator and institution a month
--            has three rows of a SKU and kind, and many more where many sell.
-- Invariant: a month's trade of a SKU is that of its warehouses, creators and institutions, which is what the documents say (G7).
-- Locks:     access exclusive on goods_trade and on the notes of trade, while their rows are added up: two million in some seconds.
lock table unfolded_posting, goods_trade in access exclusive mode;

create table sku_trade (
  tenant_id        bigint not null,
  -- Its first day.
  month            date not null,
  kind             text not null,
  sku_id           bigint not null,
  quantity         numeric(24,6) not null default 0,
  amount           numeric(24,6) not null default 0,
  tax              numeric(24,6) not null default 0,
  discount         numeric(24,6) not null default 0,
  charges          numeric(24,6) not null default 0,
  cost             numeric(24,6) not null default 0,
  primary key (tenant_id, month, kind, sku_id)
);
alter table sku_trade enable row level security;
alter table sku_trade force row level security;
create policy own_tenant on sku_trade
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sku_trade to {{app}};

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into sku_trade (tenant_id, month, kind, sku_id, quantity, amount, tax, discount, charges, cost)
      select company, month, kind, sku_id, sum(quantity), sum(amount), sum(tax), sum(discount), sum(charges), sum(cost)
      from goods_trade where tenant_id = company
      group by 2, 3, 4 order by 2, 3, 4;
  end loop;
  set local app.tenant_id = '';
end $$;

-- What waits to be folded by warehouse waits here, too: both are made of the same notes.
create view unfolded_sku_trade with (security_invoker = true) as
  select tenant_id, posting_id, month, kind, sku_id, quantity, amount, tax, discount, charges, cost from unfolded_goods_trade;

create view whole_sku_trade with (security_invoker = true) as
  select tenant_id, month, kind, sku_id, quantity, amount, tax, discount, charges, cost from sku_trade
  union all
  select tenant_id, month, kind, sku_id, quantity, amount, tax, discount, charges, cost from unfolded_sku_trade;

grant select on unfolded_sku_trade, whole_sku_trade to {{app}};
