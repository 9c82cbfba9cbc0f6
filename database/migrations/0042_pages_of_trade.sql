-- 0042 pages of trade: who sees the statement of a side of trade sees its statistics; who sees the profit statement, profit by what was sold.
--
-- Why:       the pages come with new companies' roles; roles that were there before would open none.
-- Invariant: none is given more than the seeded roles have. What it was given by hand stays.
-- Locks:     rows are added company by company; sessions read their rights again after the start.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select held.tenant_id, held.role_id, page.url, held.buttons
    from (values ('/report/vendor_account', '/report/buy_in_report'),
                 ('/report/customer_account', '/report/sale_out_report'),
                 ('/report/customer_account', '/report/retail_out_report'),
                 ('/report/profit_statement', '/report/profit')) as page(like_url, url)
    join role_function held on held.tenant_id = company and held.function_url = page.like_url
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
