-- 0069 carriers: their names are refused as those of other records, they have a place in their order, and roles open their page.
--
-- Why:       the page comes with new companies' roles; roles that were there before would not open it.
-- Invariant: who keeps suppliers keeps carriers; who sends goods, or moves them between warehouses, sees them.
-- Locks:     logistics_company, which nothing writes yet; role_function as in 0042.
alter table logistics_company rename constraint logistics_company__name to logistics_company__name_once;
alter table logistics_company drop column sort;
alter table logistics_company add column sort integer not null default 0;

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select tenant_id, role_id, '/logistic/company', array['1', '3']
    from role_function where tenant_id = company and function_url = '/system/vendor' and '1' = any(buttons)
    on conflict (tenant_id, role_id, function_url) do nothing;
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select distinct tenant_id, role_id, '/logistic/company', array[]::text[]
    from role_function where tenant_id = company and function_url in ('/bill/sale_out', '/bill/allocation_out')
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
