-- 0023 trade by goods and by partner: what was traded by SKU, and by partner and salespeople, folded behind the postings.
--
-- Why:       reports of profit and rank ask by product, partner, salesperson, warehouse, day and month; lines are too many to add up.
-- Invariant: both are what the documents in force say, each amount converted once and shared as its lines share it (G7).
-- Locks:     access exclusive on trade_day, whose place the second takes, trade_period, their notes and what they are made
--            from, while all trade is added up: nothing can be posted meanwhile.

create table goods_trade (
  tenant_id        bigint not null,
  sku_id           bigint not null,
  -- Its first day. Days of goods are not kept: they would be nearly as many as the lines.
  month            date not null,
  kind             text not null,
  warehouse_id     bigint not null default 0,
  creator_id       bigint not null,
  institution_id   bigint not null default 0,
  -- Each document once.
  documents        integer not null,
  quantity         numeric(24,6) not null default 0,
  amount           numeric(24,6) not null default 0,
  tax              numeric(24,6) not null default 0,
  discount         numeric(24,6) not null default 0,
  charges          numeric(24,6) not null default 0,
  cost             numeric(24,6) not null default 0,
  primary key (tenant_id, sku_id, month, kind, warehouse_id, creator_id, institution_id),
  constraint goods_trade__sku foreign key (tenant_id, sku_id) references sku
);
create index goods_trade__since on goods_trade (tenant_id, month);

create table partner_trade (
  tenant_id        bigint not null,
  grain            text not null constraint partner_trade__grain check (grain in ('d', 'm')),
  starts_on        date not null,
  kind             text not null,
  partner_id       bigint not null default 0,
  -- Who sold together, in the order of their ids: each document is of one team, so nothing counts twice.
  salesperson_ids  bigint[] not null default '{}',
  warehouse_id     bigint not null default 0,
  creator_id       bigint not null,
  institution_id   bigint not null default 0,
  -- Each document once, in the warehouse of its first line.
  documents        integer not null,
  quantity         numeric(24,6) not null default 0,
  amount           numeric(24,6) not null default 0,
  tax              numeric(24,6) not null default 0,
  discount         numeric(24,6) not null default 0,
  charges          numeric(24,6) not null default 0,
  cost             numeric(24,6) not null default 0,
  primary key (tenant_id, grain, starts_on, kind, partner_id, salesperson_ids, warehouse_id, creator_id, institution_id)
);

alter table goods_trade enable row level security;
alter table goods_trade force row level security;
create policy own_tenant on goods_trade
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on goods_trade to {{app}};

alter table partner_trade enable row level security;
alter table partner_trade force row level security;
create policy own_tenant on partner_trade
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on partner_trade to {{app}};

-- What waited to be folded of trade is in the documents, from which all of it is added up again.
lock table document, stock_move, unfolded_posting, trade_period;

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    update unfolded_posting set trade = null where tenant_id = company and trade is not null;
    with traded as (
      select traded.document_id, document.business_date, document.kind, document.creator_id,
        coalesce(document.institution_id, 0) as institution_id, coalesce(document.partner_id, 0) as partner_id,
        array(select distinct id from unnest(document.salesperson_ids) as id order by id) as salesperson_ids,
        traded.warehouse_id, traded.sku_id, max(traded.lines) as lines, max(traded.heads) as heads,
        sum(traded.quantity) as quantity, sum(traded.amount) as amount, sum(traded.tax) as tax,
        sum(traded.discount) as discount, sum(traded.charges) as charges, sum(traded.cost) as cost
      from (
  select document_id, warehouse_id, sku_id, 1 as lines, (position = 1)::integer as heads,
    quantity, amount, tax, discount, charges, 0 as cost
  from (
    select line.document_id, coalesce(line.warehouse_id, 0) as warehouse_id, line.sku_id, line.position,
      line.base_quantity as quantity, line.total - line.discount_share as amount,
      line.tax as tax,
      line.discount_share as discount,
      line.fee_share as charges
    from document
    join document_line line on line.tenant_id = company and line.document_id = document.id
    where document.tenant_id = company and document.in_force and document.kind in ('purchaseIn','purchaseBack','saleOut','saleBack','retailOut','retailBack') and document.exchange_rate = 1
      and line.sku_id is not null and (true)
    union all
    select document_id, warehouse_id, sku_id, position, quantity, amount - lag(amount, 1, 0::numeric) over passing as amount,
      tax - lag(tax, 1, 0::numeric) over passing as tax,
      discount - lag(discount, 1, 0::numeric) over passing as discount,
      charges - lag(charges, 1, 0::numeric) over passing as charges
    from (
      select document_id, warehouse_id, sku_id, position, quantity, case when amount[1] = amount[2] then amount[3]
        else coalesce(round(amount[3] * amount[1] / nullif(amount[2], 0), amount[4]::integer), 0) end as amount,
      case when tax[1] = tax[2] then tax[3]
        else coalesce(round(tax[3] * tax[1] / nullif(tax[2], 0), tax[4]::integer), 0) end as tax,
      case when discount[1] = discount[2] then discount[3]
        else coalesce(round(discount[3] * discount[1] / nullif(discount[2], 0), discount[4]::integer), 0) end as discount,
      case when charges[1] = charges[2] then charges[3]
        else coalesce(round(charges[3] * charges[1] / nullif(charges[2], 0), charges[4]::integer), 0) end as charges
      from (
    select line.document_id, coalesce(line.warehouse_id, 0) as warehouse_id, line.sku_id, line.position,
      line.base_quantity as quantity, array[sum(line.total - line.discount_share) over passing, sum(line.total - line.discount_share) over whole,
        round(sum(line.total - line.discount_share) over whole * document.exchange_rate, document.money_digits), document.money_digits] as amount,
      array[sum(line.tax) over passing, sum(line.tax) over whole,
        round(sum(line.tax) over whole * document.exchange_rate, document.money_digits), document.money_digits] as tax,
      array[sum(line.discount_share) over passing, sum(line.discount_share) over whole,
        round(sum(line.discount_share) over whole * document.exchange_rate, document.money_digits), document.money_digits] as discount,
      array[sum(line.fee_share) over passing, sum(line.fee_share) over whole,
        round(sum(line.fee_share) over whole * document.exchange_rate, document.money_digits), document.money_digits] as charges
    from document
    join document_line line on line.tenant_id = company and line.document_id = document.id
    where document.tenant_id = company and document.in_force and document.kind in ('purchaseIn','purchaseBack','saleOut','saleBack','retailOut','retailBack') and document.exchange_rate <> 1
      and line.sku_id is not null and (true)
        window whole as (partition by line.document_id),
          passing as (partition by line.document_id order by line.position)) passed) due
    window passing as (partition by document_id order by position)) line
  union all
  select move.document_id, spot.id, move.sku_id, 0, 0, 0, 0, 0, 0, 0, spot.sign * kind.way * move.value
  from document
  join (values ('purchaseIn', 1),('purchaseBack', -1),('saleOut', -1),('saleBack', 1),('retailOut', -1),('retailBack', 1)) as kind(name, way) on kind.name = document.kind
  join stock_move move on move.tenant_id = company and move.document_id = document.id
  cross join lateral (values (move.to_place, move.to_id, 1), (move.from_place, move.from_id, -1)) as spot(place, id, sign)
  where document.tenant_id = company and document.in_force and spot.place = 'warehouse' and (true)) traded
      join document on document.tenant_id = company and document.id = traded.document_id
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9),
    goods as (
    insert into goods_trade (tenant_id, sku_id, month, kind, warehouse_id, creator_id, institution_id, documents, quantity, amount, tax, discount, charges, cost)
      select company, sku_id, date_trunc('month', business_date)::date, kind, warehouse_id, creator_id, institution_id,
        sum(lines), sum(quantity), sum(amount), sum(tax), sum(discount), sum(charges), sum(cost)
      from traded group by 2, 3, 4, 5, 6, 7 order by 2, 3, 4, 5, 6, 7)
    insert into partner_trade (tenant_id, grain, starts_on, kind, partner_id, salesperson_ids, warehouse_id, creator_id, institution_id, documents, quantity, amount, tax, discount, charges, cost)
      select company, g.grain, date_trunc(g.field, business_date)::date, kind, partner_id, salesperson_ids, warehouse_id, creator_id,
        institution_id, sum(heads), sum(quantity), sum(amount), sum(tax), sum(discount), sum(charges), sum(cost)
      from traded cross join (values ('d', 'day'), ('m', 'month')) as g(grain, field)
      group by 2, 3, 4, 5, 6, 7, 8, 9 order by 2, 3, 4, 5, 6, 7, 8, 9;
    delete from trade_period where tenant_id = company;
    insert into trade_period (tenant_id, grain, starts_on, kind, creator_id, institution_id, amount, tax, cost)
      select company, grain, starts_on, kind, creator_id, institution_id, sum(amount), sum(tax), sum(cost)
      from partner_trade where tenant_id = company group by 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6;
  end loop;
  set local app.tenant_id = '';
end $$;

drop view whole_trade_day, unfolded_trade_day, whole_trade_period, unfolded_trade_period;
drop table trade_day;

-- A posting notes trade by whose it is and where, and in each row its SKUs as lists side by side; what is 0 is left out.

create view unfolded_trade_period with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, row.kind, period.grain, period.starts_on,
    row.creator_id, row.institution_id, coalesce(row.amount, 0.000000) as amount, coalesce(row.tax, 0.000000) as tax,
    coalesce(row.cost, 0.000000) as cost
  from unfolded_posting p
  cross join json_to_recordset(p.trade) as row(business_date date, kind text, creator_id bigint, institution_id bigint,
    amount numeric(24,6), tax numeric(24,6), cost numeric(24,6))
  cross join lateral (values ('d', row.business_date), ('m', date_trunc('month', row.business_date)::date)) as period(grain, starts_on);

create view unfolded_partner_trade with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, period.grain, period.starts_on, row.kind, row.partner_id, row.salesperson_ids,
    row.warehouse_id, row.creator_id, row.institution_id, row.documents, coalesce(row.quantity, 0.000000) as quantity, coalesce(row.amount, 0.000000) as amount, coalesce(row.tax, 0.000000) as tax, coalesce(row.discount, 0.000000) as discount, coalesce(row.charges, 0.000000) as charges, coalesce(row.cost, 0.000000) as cost
  from unfolded_posting p
  cross join json_to_recordset(p.trade) as row(business_date date, kind text, creator_id bigint, institution_id bigint,
    partner_id bigint, salesperson_ids bigint[], warehouse_id bigint, documents integer,
    quantity numeric(24,6), amount numeric(24,6), tax numeric(24,6), discount numeric(24,6), charges numeric(24,6), cost numeric(24,6))
  cross join lateral (values ('d', row.business_date), ('m', date_trunc('month', row.business_date)::date)) as period(grain, starts_on);

create view unfolded_goods_trade with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, goods.sku_id, date_trunc('month', row.business_date)::date as month, row.kind,
    row.warehouse_id, row.creator_id, row.institution_id, goods.documents, coalesce(goods.quantity, 0.000000) as quantity, coalesce(goods.amount, 0.000000) as amount, coalesce(goods.tax, 0.000000) as tax, coalesce(goods.discount, 0.000000) as discount, coalesce(goods.charges, 0.000000) as charges, coalesce(goods.cost, 0.000000) as cost
  from unfolded_posting p
  cross join json_to_recordset(p.trade) as row(business_date date, kind text, creator_id bigint, institution_id bigint,
    warehouse_id bigint, sku_ids bigint[], sku_documents integer[], sku_quantity numeric(24,6)[], sku_amount numeric(24,6)[], sku_tax numeric(24,6)[], sku_discount numeric(24,6)[], sku_charges numeric(24,6)[], sku_cost numeric(24,6)[])
  cross join lateral unnest(row.sku_ids, row.sku_documents, row.sku_quantity, row.sku_amount, row.sku_tax, row.sku_discount, row.sku_charges, row.sku_cost)
    as goods(sku_id, documents, quantity, amount, tax, discount, charges, cost);

create view whole_trade_period with (security_invoker = true) as
  select tenant_id, kind, grain, starts_on, creator_id, institution_id, amount, tax, cost from trade_period
  union all
  select tenant_id, kind, grain, starts_on, creator_id, institution_id, amount, tax, cost from unfolded_trade_period;

create view whole_partner_trade with (security_invoker = true) as
  select tenant_id, grain, starts_on, kind, partner_id, salesperson_ids, warehouse_id, creator_id, institution_id, documents, quantity, amount, tax, discount, charges, cost from partner_trade
  union all
  select tenant_id, grain, starts_on, kind, partner_id, salesperson_ids, warehouse_id, creator_id, institution_id, documents, quantity, amount, tax, discount, charges, cost from unfolded_partner_trade;

create view whole_goods_trade with (security_invoker = true) as
  select tenant_id, sku_id, month, kind, warehouse_id, creator_id, institution_id, documents, quantity, amount, tax, discount, charges, cost from goods_trade
  union all
  select tenant_id, sku_id, month, kind, warehouse_id, creator_id, institution_id, documents, quantity, amount, tax, discount, charges, cost from unfolded_goods_trade;

grant select on unfolded_trade_period, unfolded_partner_trade, unfolded_goods_trade, whole_trade_period, whole_partner_trade,
  whole_goods_trade to {{app}};
