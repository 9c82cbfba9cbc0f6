-- 0012 cost of trade: what a day's goods cost has a sign.
--
-- Why:       a sale that was made less can have more value come back than it still takes; that was counted as if it took it.
-- Invariant: a day's cost is what its documents took of stock, or brought, the way their kind goes (G7).
-- Locks:     the rows of days and months that had such a document, company by company.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    with flow as (
      select document_id, to_id as warehouse_id, value from stock_move where tenant_id = company and to_place = 'warehouse'
      union all
      select document_id, from_id, -value from stock_move where tenant_id = company and from_place = 'warehouse'),
    turned as (
      select d.business_date, d.kind, d.creator_id, coalesce(d.institution_id, 0) as institution_id,
        coalesce(d.partner_id, 0) as partner_id, f.warehouse_id, 2 * sum(f.value) * kinds.way as cost
      from flow f
      join document d on d.tenant_id = company and d.id = f.document_id and d.in_force
      join (values ('purchaseIn', 1), ('purchaseBack', -1), ('saleOut', -1), ('saleBack', 1), ('retailOut', -1), ('retailBack', 1))
        as kinds(kind, way) on kinds.kind = d.kind
      group by d.tenant_id, d.id, f.warehouse_id, kinds.way
      having sum(f.value) * kinds.way < 0),
    days as (
      update trade_day t set cost = t.cost + e.cost
      from (
        select business_date, kind, creator_id, institution_id, partner_id, warehouse_id, sum(cost) as cost
        from turned group by 1, 2, 3, 4, 5, 6) e
      where t.tenant_id = company
        and (t.business_date, t.kind, t.creator_id, t.institution_id, t.partner_id, t.warehouse_id)
          = (e.business_date, e.kind, e.creator_id, e.institution_id, e.partner_id, e.warehouse_id)
      returning t.kind)
    update trade_period t set cost = t.cost + e.cost
    from (
      select grain.name as grain, date_trunc(grain.field, business_date)::date as starts_on, kind, creator_id, institution_id,
        sum(cost) as cost
      from turned cross join (values ('d', 'day'), ('m', 'month')) as grain(name, field)
      group by 1, 2, 3, 4, 5) e
    where t.tenant_id = company
      and (t.grain, t.starts_on, t.kind, t.creator_id, t.institution_id) = (e.grain, e.starts_on, e.kind, e.creator_id, e.institution_id);
  end loop;
  set local app.tenant_id = '';
end $$;
