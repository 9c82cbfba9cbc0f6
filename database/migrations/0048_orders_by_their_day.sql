-- 0048 orders by their day: when what is ordered is to come or to go, and transfers that are still on their way.
--
-- Why:       what is on its way is told with the day that it is expected, and what went out in time by the day that was promised.
--            Transfers that travel are few, and were looked for among all transfers.
--            The pages come with new companies' roles; roles that were there before would open none.
-- Invariant: none that a table keeps; kinds that have no such day never write one.
-- Locks:     access exclusive on document for a moment, and share while its transfers are indexed; role_function as in 0042.
alter table document add column expected_on date;

create index document__on_the_way on document (tenant_id, kind)
  where kind = 'transfer' and travels and in_force and progress <> 'complete' and deleted_at is null;

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select held.tenant_id, held.role_id, page.url, held.buttons
    from (values ('/report/goods_sku', '/report/inventory_in_transit'),
                 ('/report/sale_out_report', '/report/order_fulfillment_rate')) as page(like_url, url)
    join role_function held on held.tenant_id = company and held.function_url = page.like_url
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
