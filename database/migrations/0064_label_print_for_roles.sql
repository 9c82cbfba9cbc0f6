-- 0064 label print for roles: who keeps products, or sees them, may print their labels.
--
-- Why:       the page comes with new companies' roles; roles that were there before would not open it.
-- Invariant: none is given more than the seeded roles have: who edits products draws labels, too. What it was given by hand stays.
-- Locks:     role_function as in 0042.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select held.tenant_id, held.role_id, '/material/label_print',
      case when '1' = any(held.buttons) then array['1', '5'] else array['5'] end
    from role_function held
    where held.tenant_id = company and held.function_url = '/material/material'
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
