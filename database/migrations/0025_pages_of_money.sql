-- 0025 pages of money: who pays and collects may write income, expenditure, transfers and prepayments.
--
-- Why:       the four pages come with new companies' roles; roles that were there before would open none.
-- Invariant: none is given more than the seeded roles have: a role that has the pages of both receipts and payments gets those
--            of income and expenditure and that of transfers, with the buttons of the one that moves money the same way; a role that
--            has retail and receipts gets prepayments with the buttons of receipts. What it was given by hand stays.
-- Locks:     rows are added company by company; sessions read their rights again after the start.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select held.tenant_id, held.role_id, page.url, held.buttons
    from (values ('/financial/money_in', '/financial/money_out', '/financial/item_in'),
                 ('/financial/money_out', '/financial/money_in', '/financial/item_out'),
                 ('/financial/money_out', '/financial/money_in', '/financial/giro'),
                 ('/financial/money_in', '/bill/retail_out', '/financial/advance_in')) as page(like_url, with_url, url)
    join role_function held on held.tenant_id = company and held.function_url = page.like_url
    join role_function beside on beside.tenant_id = company and beside.role_id = held.role_id
      and beside.function_url = page.with_url
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
