-- 0037 member statement: what members paid ahead is kept beside what they spent.
--
-- Why:       the statement of members says what prepayments brought; without it every entry of a period had to be read.
-- Invariant: of a day of a prepayment `settled` is what documents of money put into it (M2). Who sees the statements of
--            customers may open that of members where it may open their prepayments, too: none sees more than it could.
-- Locks:     access exclusive on the money ledger, its roll-up and what waits to be folded, while the days of prepayments are
--            counted again: a few seconds for a million entries of members.
lock table money_entry, unfolded_posting, money_period in access exclusive mode;

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    -- The ledger tells of a posting that is not folded yet, too: its note says nothing of it.
    insert into money_period (tenant_id, purse, holder_id, grain, starts_on, amount, amount_in, amount_out, documents, settled)
      select company, 'prepaid', flow.holder_id, grain, date_trunc(case grain when 'd' then 'day' else 'month' end, flow.business_date)::date,
        0, 0, 0, 0, sum(flow.amount)
      from (
        select document_id, to_id as holder_id, business_date, amount from money_entry
        where tenant_id = company and to_purse = 'prepaid'
        union all
        select document_id, from_id, business_date, -amount from money_entry
        where tenant_id = company and from_purse = 'prepaid') flow
      join document on document.tenant_id = company and document.id = flow.document_id and document.kind = 'advanceIn'
      cross join unnest(array['d', 'm']) grain
      group by 3, 4, 5
    on conflict (tenant_id, purse, holder_id, grain, starts_on) do update set settled = excluded.settled;
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select held.tenant_id, held.role_id, '/report/member_account', held.buttons
    from role_function held
    join role_function ahead on ahead.tenant_id = company and ahead.role_id = held.role_id
      and ahead.function_url = '/financial/advance_in'
    where held.tenant_id = company and held.function_url = '/report/customer_account'
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
