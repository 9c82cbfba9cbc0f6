-- 0075 freight for roles: who approves expenditures accepts freight, and only who does.
--
-- Why:       0072 let everyone who writes expenditures accept and export freight, and those who only approve them do nothing with it.
-- Invariant: of freight a role may do what it may of expenditures. What it was given by hand stays.
-- Locks:     role_function as in 0042.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    update role_function freight set buttons = array(
      select button from unnest(array['1', '2', '3']) button where button = any(held.buttons) order by button)
    from role_function held
    where freight.tenant_id = company and freight.function_url = '/logistic/freight'
      and held.tenant_id = company and held.role_id = freight.role_id and held.function_url = '/financial/item_out'
      -- As 0072 gave them.
      and freight.buttons = case when '1' = any(held.buttons) then array['1', '2', '3'] else array[]::text[] end;
  end loop;
  set local app.tenant_id = '';
end $$;
