-- 0055 own reports of stock and money: who sees what came and went, or what accounts hold, may put reports of it together.
--
-- Why:       the page comes with new companies' roles; roles that were there before would not open it.
-- Invariant: none is given more than the seeded roles have. What it was given by hand stays.
-- Locks:     role_function as in 0042.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select distinct on (held.role_id) held.tenant_id, held.role_id, '/report/own_report', held.buttons
    from role_function held
    where held.tenant_id = company and held.function_url in ('/report/in_out_stock_report', '/report/account_report')
    order by held.role_id, held.function_url
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
