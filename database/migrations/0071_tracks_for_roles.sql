-- 0071 tracks for roles: who sells and who keeps goods tells what is sent with carriers; their auditors see it.
--
-- Why:       the page comes with new companies' roles; roles that were there before would not open it.
-- Invariant: who writes outbounds or transfers writes it, who only sees them sees it. What a role was given by hand stays.
-- Locks:     role_function as in 0042.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select tenant_id, role_id, '/logistic/track',
      case when bool_or('1' = any(buttons)) then array['1', '3'] else array[]::text[] end
    from role_function where tenant_id = company and function_url in ('/bill/sale_out', '/bill/allocation_out')
    group by tenant_id, role_id
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
