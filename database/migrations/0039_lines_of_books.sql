-- 0039 lines of books: a purse's days know how many lines of the books they have, and what documents only passed through it.
--
-- Why:       the journal and the details of accounts read every entry of their days to show the first ten.
-- Invariant: a purse's day has a line on either side for each document and currency, and what a document both took and gave (M2).
-- Locks:     access exclusive on the roll-up, its notes and the entries it is made from, while the lines are counted: nothing
--            can be posted meanwhile. A million documents take about a minute.
lock table money_entry, unfolded_posting, money_period in access exclusive mode;

drop view whole_money_period;
drop view unfolded_money_period;

alter table money_period
  -- How many lines the books have of it on either side: what a document took, or gave, on a day in a currency.
  add column debits integer not null default 0,
  add column credits integer not null default 0,
  -- What documents both took and gave on a day, of `amount_in` and `amount_out` alike.
  add column passed numeric(24,6) not null default 0;

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    -- The entries are all there is: what was noted of them and is not folded yet is counted with them.
    update unfolded_posting set money = (
      select json_agg(row::jsonb || '{"debits": 0, "credits": 0}') from json_array_elements(money) row)
    where tenant_id = company and money is not null;
    insert into money_period (tenant_id, purse, holder_id, grain, starts_on, amount, amount_in, amount_out, debits, credits, passed)
      select company, flow.purse, flow.holder_id, grain, date_trunc(case grain when 'd' then 'day' else 'month' end, flow.business_date)::date,
        0, 0, 0, sum(flow.debits), sum(flow.credits), sum(least(flow.amount_in, flow.amount_out))
      from (
        select document_id, purse, holder_id, business_date, sum(amount_in) as amount_in, sum(amount_out) as amount_out,
          count(*) filter (where amount_in > 0) as debits, count(*) filter (where amount_out > 0) as credits
        from (
          select document_id, purse, holder_id, business_date, currency, sum(amount_in) as amount_in, sum(amount_out) as amount_out
          from (
            select document_id, to_purse as purse, to_id as holder_id, business_date, currency, amount as amount_in, 0 as amount_out
            from money_entry where tenant_id = company
            union all
            select document_id, from_purse, from_id, business_date, currency, 0, amount from money_entry where tenant_id = company) ends
          group by 1, 2, 3, 4, 5) line
        group by 1, 2, 3, 4) flow
      cross join unnest(array['d', 'm']) grain
      group by 2, 3, 4, 5
    on conflict (tenant_id, purse, holder_id, grain, starts_on)
      do update set debits = excluded.debits, credits = excluded.credits, passed = excluded.passed;
  end loop;
  set local app.tenant_id = '';
end $$;

-- A note leaves out what nearly all of them say: one line on each side where something was taken, or given, and nothing passed.
create view unfolded_money_period with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, row.purse, row.holder_id, period.grain, period.starts_on,
    row.amount_in - row.amount_out as amount, row.amount_in, row.amount_out,
    coalesce(row.documents, 0) as documents, coalesce(row.settled, 0) as settled,
    coalesce(row.debits, (row.amount_in > 0)::integer) as debits, coalesce(row.credits, (row.amount_out > 0)::integer) as credits,
    coalesce(row.passed, 0::numeric(24,6)) as passed
  from unfolded_posting p
  cross join json_to_recordset(p.money) as row(purse text, holder_id bigint, day date, amount_in numeric(24,6),
    amount_out numeric(24,6), documents integer, settled numeric(24,6), debits integer, credits integer, passed numeric(24,6))
  cross join lateral (values ('d', row.day), ('m', date_trunc('month', row.day)::date)) as period(grain, starts_on);

create view whole_money_period with (security_invoker = true) as
  select tenant_id, purse, holder_id, grain, starts_on, amount, amount_in, amount_out, documents, settled, debits, credits, passed
  from money_period
  union all
  select tenant_id, purse, holder_id, grain, starts_on, amount, amount_in, amount_out, documents, settled, debits, credits, passed
  from unfolded_money_period;

grant select on unfolded_money_period, whole_money_period to {{app}};
