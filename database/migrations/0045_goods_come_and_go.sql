-- 0045 goods come and go: what came of stock on a day beside what it changed by, how many lines trade has, and lots by their moves.
--
-- Why:       a report of what came, went and was left would read the moves of its days, and a list of lines would count them;
--            days and months add both up. Where a lot came from was looked for among all moves of its goods.
--            The pages come with new companies' roles; roles that were there before would open none.
-- Invariant: of a day came what its documents in force brought, each in sum (S3); its lines are theirs (G7).
-- Locks:     access exclusive on stock_period and partner_trade while moves and lines are counted: about as long as it takes to
--            read the ledger of stock once. role_function as in 0042.
lock table document, document_line, stock_move, unfolded_posting, stock_period, partner_trade in access exclusive mode;

drop view whole_stock_period, unfolded_stock_period, whole_partner_trade, unfolded_partner_trade;

-- What documents brought of it, of `quantity`; what went is the difference.
alter table stock_period add column came numeric(24,6) not null default 0;
alter table partner_trade add column lines integer not null default 0;

-- Of a posting that is not folded yet its documents tell, its note only the other figures.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into stock_period (tenant_id, warehouse_id, sku_id, lot, stock_type, grain, starts_on, quantity, came)
      select company, warehouse_id, sku_id, lot, stock_type, g.grain, date_trunc(g.field, business_date)::date, 0, sum(brought)
      from (
        select move.document_id, spot.id as warehouse_id, move.sku_id, move.lot, move.stock_type, move.business_date,
          sum(spot.sign * move.quantity) as brought
        from stock_move move
        cross join lateral (values (move.to_place, move.to_id, 1), (move.from_place, move.from_id, -1)) as spot(place, id, sign)
        where move.tenant_id = company and spot.place = 'warehouse' and 'regrade' not in (move.from_place, move.to_place)
        group by 1, 2, 3, 4, 5, 6
        having sum(spot.sign * move.quantity) > 0) each_document
      cross join (values ('d', 'day'), ('m', 'month')) as g(grain, field)
      group by 2, 3, 4, 5, 6, 7 order by 3, 2, 4, 5, 6, 7
    on conflict (tenant_id, sku_id, warehouse_id, lot, stock_type, grain, starts_on) do update set came = excluded.came;
    insert into partner_trade (tenant_id, grain, starts_on, kind, partner_id, salesperson_ids, warehouse_id, creator_id,
        institution_id, documents, quantity, amount, tax, discount, charges, cost, lines)
      select company, g.grain, date_trunc(g.field, document.business_date)::date, document.kind, coalesce(document.partner_id, 0),
        array(select distinct id from unnest(document.salesperson_ids) as id order by id), coalesce(line.warehouse_id, 0),
        document.creator_id, coalesce(document.institution_id, 0), 0, 0, 0, 0, 0, 0, 0, count(*)
      from document
      join document_line line on line.tenant_id = company and line.document_id = document.id and line.sku_id is not null
      cross join (values ('d', 'day'), ('m', 'month')) as g(grain, field)
      where document.tenant_id = company and document.in_force
        and document.kind in ('purchaseIn', 'purchaseBack', 'saleOut', 'saleBack', 'retailOut', 'retailBack')
      group by 2, 3, 4, 5, 6, 7, 8, 9 order by 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (tenant_id, grain, starts_on, kind, partner_id, salesperson_ids, warehouse_id, creator_id, institution_id)
      do update set lines = excluded.lines;
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select held.tenant_id, held.role_id, page.url, held.buttons
    from (values ('/report/invoice_log', '/report/in_detail'),
                 ('/report/invoice_log', '/report/out_detail'),
                 ('/report/invoice_log', '/report/allocation_detail'),
                 ('/report/invoice_log', '/report/in_material_count'),
                 ('/report/invoice_log', '/report/out_material_count'),
                 ('/report/invoice_log', '/report/in_out_stock_report'),
                 ('/report/invoice_log', '/report/stock_warning_report'),
                 ('/report/invoice_log', '/report/lot_stock'),
                 ('/report/invoice_log', '/report/serial_trace'),
                 ('/report/invoice_log', '/report/goods_expiration'),
                 ('/report/material_stock', '/report/goods_sku')) as page(like_url, url)
    join role_function held on held.tenant_id = company and held.function_url = page.like_url
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;

create view unfolded_stock_period with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, row.warehouse_id, row.sku_id, row.lot, row.stock_type, period.grain,
    period.starts_on, coalesce(row.quantity, 0.000000) as quantity, coalesce(row.came, 0.000000) as came
  from unfolded_posting p
  cross join json_to_recordset(p.stock) as row(warehouse_id bigint, sku_id bigint, lot text, stock_type text, day date,
    quantity numeric(24,6), came numeric(24,6))
  cross join lateral (values ('d', row.day), ('m', date_trunc('month', row.day)::date)) as period(grain, starts_on);

create view whole_stock_period with (security_invoker = true) as
  select tenant_id, warehouse_id, sku_id, lot, stock_type, grain, starts_on, quantity, came from stock_period
  union all
  select tenant_id, warehouse_id, sku_id, lot, stock_type, grain, starts_on, quantity, came from unfolded_stock_period;

create view unfolded_partner_trade with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, period.grain, period.starts_on, row.kind, row.partner_id, row.salesperson_ids,
    row.warehouse_id, row.creator_id, row.institution_id, row.documents, coalesce(row.lines, 0) as lines,
    coalesce(row.quantity, 0.000000) as quantity, coalesce(row.amount, 0.000000) as amount, coalesce(row.tax, 0.000000) as tax,
    coalesce(row.discount, 0.000000) as discount, coalesce(row.charges, 0.000000) as charges, coalesce(row.cost, 0.000000) as cost
  from unfolded_posting p
  cross join json_to_recordset(p.trade) as row(business_date date, kind text, creator_id bigint, institution_id bigint,
    partner_id bigint, salesperson_ids bigint[], warehouse_id bigint, documents integer, lines integer,
    quantity numeric(24,6), amount numeric(24,6), tax numeric(24,6), discount numeric(24,6), charges numeric(24,6), cost numeric(24,6))
  cross join lateral (values ('d', row.business_date), ('m', date_trunc('month', row.business_date)::date)) as period(grain, starts_on);

create view whole_partner_trade with (security_invoker = true) as
  select tenant_id, grain, starts_on, kind, partner_id, salesperson_ids, warehouse_id, creator_id, institution_id, documents, lines,
    quantity, amount, tax, discount, charges, cost
  from partner_trade
  union all
  select tenant_id, grain, starts_on, kind, partner_id, salesperson_ids, warehouse_id, creator_id, institution_id, documents, lines,
    quantity, amount, tax, discount, charges, cost
  from unfolded_partner_trade;

grant select on unfolded_stock_period, whole_stock_period, unfolded_partner_trade, whole_partner_trade to {{app}};

create index stock_move__of_lot on stock_move (tenant_id, sku_id, lot, posting_number) where lot <> '';
