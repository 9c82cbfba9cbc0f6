-- 0022 open days: the days know which documents are open, how many moved a purse, and what was settled there.
--
-- Why:       three reads grew with the history: the totals of the documents with an open debt, the number of rows of an
--            account's flow, and what partners settled in a period each read every document or entry of the days asked for.
-- Invariant: a day's documents are those of it whose debt stands so (G7); a purse's day counts the documents whose entries
--            moved it in sum, and what those that do nothing but settle put into it (M2).
-- Locks:     access exclusive on the two roll-ups, their notes, and what they are made from, while the days are added up
--            again: nothing can be posted meanwhile. A million documents take about half a minute.
lock table document, money_entry, unfolded_posting, document_day, money_period in access exclusive mode;

drop view whole_document_day;
drop view unfolded_document_day;
drop view whole_money_period;
drop view unfolded_money_period;

alter table document_day add column debt_state text not null default 'none'
  constraint document_day__debt_state check (debt_state in ('none', 'open', 'settled'));
alter table document_day alter column debt_state drop default;
alter table document_day drop constraint document_day_pkey;
alter table document_day add primary key (tenant_id, kind, business_date, creator_id, institution_id, debt_state);
alter table money_period
  -- How many documents moved the purse on the day, each day of a month for itself.
  add column documents integer not null default 0,
  -- What documents that only settle debts or deposits put into it, of `amount`.
  add column settled numeric(24,6) not null default 0;

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    -- The documents are all there is: what was noted of them and not folded yet is in their sums.
    update unfolded_posting set documents = null where tenant_id = company and documents is not null;
    delete from document_day where tenant_id = company;
    insert into document_day (tenant_id, kind, business_date, creator_id, institution_id, debt_state, documents, total_quantity,
        goods_amount, total_amount, discount, service_charge, service_fees, other_fees, freight, payable, deposit_used, paid_now,
        deposit_taken, received, change_given, debt, settled)
      select company, kind, business_date, creator_id, coalesce(institution_id, 0),
        case when debt <> settled then 'open' when debt <> 0 then 'settled' else 'none' end, count(*), sum(total_quantity),
        sum(case when exchange_rate = 1 then goods_amount else round(goods_amount * exchange_rate, money_digits) end),
        sum(case when exchange_rate = 1 then total_amount else round(total_amount * exchange_rate, money_digits) end),
        sum(case when exchange_rate = 1 then discount else round(discount * exchange_rate, money_digits) end),
        sum(case when exchange_rate = 1 then service_charge else round(service_charge * exchange_rate, money_digits) end),
        sum(case when exchange_rate = 1 then service_fees else round(service_fees * exchange_rate, money_digits) end),
        sum(case when exchange_rate = 1 then other_fees else round(other_fees * exchange_rate, money_digits) end),
        sum(case when exchange_rate = 1 then freight else round(freight * exchange_rate, money_digits) end),
        sum(case when exchange_rate = 1 then payable else round(payable * exchange_rate, money_digits) end),
        sum(case when exchange_rate = 1 then deposit_used else round(deposit_used * exchange_rate, money_digits) end),
        sum(case when exchange_rate = 1 then paid_now else round(paid_now * exchange_rate, money_digits) end),
        sum(case when exchange_rate = 1 then deposit_taken else round(deposit_taken * exchange_rate, money_digits) end),
        sum(case when exchange_rate = 1 then coalesce(received, 0) else round(coalesce(received, 0) * exchange_rate, money_digits) end),
        sum(case when exchange_rate = 1 then coalesce(change_given, 0) else round(coalesce(change_given, 0) * exchange_rate, money_digits) end),
        sum(case when exchange_rate = 1 then debt else round(debt * exchange_rate, money_digits) end),
        sum(case when exchange_rate = 1 then settled else round(settled * exchange_rate, money_digits) end)
      from document where tenant_id = company and deleted_at is null
      group by 2, 3, 4, 5, 6;
    -- Of a posting that is not folded yet the ledger tells how many and what was settled, its note only the amounts.
    insert into money_period (tenant_id, purse, holder_id, grain, starts_on, amount, amount_in, amount_out, documents, settled)
      select company, flow.purse, flow.holder_id, grain, date_trunc(case grain when 'd' then 'day' else 'month' end, flow.business_date)::date,
        0, 0, 0, count(*), coalesce(sum(flow.amount) filter (where (document.kind, flow.purse) in
          (('moneyIn', 'receivable'), ('moneyOut', 'payable'), ('depositOut', 'deposit'), ('depositIn', 'deposit'))), 0)
      from (
        select document_id, purse, holder_id, business_date, sum(amount) as amount
        from (
          select document_id, to_purse as purse, to_id as holder_id, business_date, amount from money_entry where tenant_id = company
          union all
          select document_id, from_purse, from_id, business_date, -amount from money_entry where tenant_id = company) ends
        group by 1, 2, 3, 4
        having sum(amount) <> 0) flow
      join document on document.tenant_id = company and document.id = flow.document_id
      cross join unnest(array['d', 'm']) grain
      group by 2, 3, 4, 5
    on conflict (tenant_id, purse, holder_id, grain, starts_on)
      do update set documents = excluded.documents, settled = excluded.settled;
  end loop;
  set local app.tenant_id = '';
end $$;

create view unfolded_document_day with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, row.*
  from unfolded_posting p
  cross join json_to_recordset(p.documents) as row(kind text, business_date date, creator_id bigint, institution_id bigint,
    debt_state text, documents integer, total_quantity numeric(24,6), goods_amount numeric(24,6), total_amount numeric(24,6),
    discount numeric(24,6), service_charge numeric(24,6), service_fees numeric(24,6), other_fees numeric(24,6), freight numeric(24,6),
    payable numeric(24,6), deposit_used numeric(24,6), paid_now numeric(24,6), deposit_taken numeric(24,6), received numeric(24,6),
    change_given numeric(24,6), debt numeric(24,6), settled numeric(24,6));

create view whole_document_day with (security_invoker = true) as
  select tenant_id, kind, business_date, creator_id, institution_id, debt_state, documents, total_quantity, goods_amount, total_amount,
    discount, service_charge, service_fees, other_fees, freight, payable, deposit_used, paid_now, deposit_taken, received, change_given,
    debt, settled
  from document_day
  union all
  select tenant_id, kind, business_date, creator_id, institution_id, debt_state, documents, total_quantity, goods_amount, total_amount,
    discount, service_charge, service_fees, other_fees, freight, payable, deposit_used, paid_now, deposit_taken, received, change_given,
    debt, settled
  from unfolded_document_day;

-- A note from before this step names no documents and nothing settled: the step counted them.
create view unfolded_money_period with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, row.purse, row.holder_id, period.grain, period.starts_on,
    row.amount_in - row.amount_out as amount, row.amount_in, row.amount_out,
    coalesce(row.documents, 0) as documents, coalesce(row.settled, 0) as settled
  from unfolded_posting p
  cross join json_to_recordset(p.money) as row(purse text, holder_id bigint, day date, amount_in numeric(24,6),
    amount_out numeric(24,6), documents integer, settled numeric(24,6))
  cross join lateral (values ('d', row.day), ('m', date_trunc('month', row.day)::date)) as period(grain, starts_on);

create view whole_money_period with (security_invoker = true) as
  select tenant_id, purse, holder_id, grain, starts_on, amount, amount_in, amount_out, documents, settled from money_period
  union all
  select tenant_id, purse, holder_id, grain, starts_on, amount, amount_in, amount_out, documents, settled from unfolded_money_period;

grant select on unfolded_document_day, whole_document_day, unfolded_money_period, whole_money_period to {{app}};

-- What all partners of a side did since a day: by the key every partner was looked for alone.
create index money_period__since on money_period (tenant_id, purse, grain, starts_on);
