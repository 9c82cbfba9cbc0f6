-- 0068 open API for roles: who looks after applications reads what programs may call.
--
-- Why:       the page comes with new companies' roles; roles that were there before would not open it.
-- Invariant: it opens nothing but what is declared, and no call is guarded by it.
-- Locks:     role_function as in 0042.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select held.tenant_id, held.role_id, '/system/open_api', array[]::text[]
    from role_function held
    where held.tenant_id = company and held.function_url = '/system/oauth'
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
