-- 0014 pages of refunds: who pays and collects may give deposits back and get them back.
--
-- Why:       the two pages came with new companies' roles only; roles that were there before opened neither.
-- Invariant: none is given more than the seeded roles have: a role that has the pages of both receipts and payments gets the
--            page of what it pays out with the buttons of payments, that of what comes back with those of receipts. What it
--            was given by hand stays.
-- Locks:     rows are added company by company; sessions read their rights again after the start.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select held.tenant_id, held.role_id, page.url, held.buttons
    from (values ('/financial/money_out', '/financial/money_in', '/financial/deposit_out'),
                 ('/financial/money_in', '/financial/money_out', '/financial/deposit_in')) as page(like_url, with_url, url)
    join role_function held on held.tenant_id = company and held.function_url = page.like_url
    join role_function beside on beside.tenant_id = company and beside.role_id = held.role_id
      and beside.function_url = page.with_url
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
