-- 0044 bonus of days: the days know what bonus their documents gave, took or were paid with.
--
-- Why:       lists of prepayments, their refunds and retail show the bonus of each document and no sum of it: what sums a list up
--            are its days, and they did not know.
-- Invariant: a day's bonus is that of its documents (G7).
-- Locks:     access exclusive on document_day, its notes and document, while documents with a bonus are added up by their days:
--            they are read once, a million in a second.
lock table document, unfolded_posting, document_day in access exclusive mode;

drop view whole_document_day;
drop view unfolded_document_day;

alter table document_day add column bonus numeric(24,6) not null default 0;

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    -- A bonus is in the company's own currency.
    insert into document_day (tenant_id, kind, business_date, creator_id, institution_id, debt_state, documents, total_quantity,
        goods_amount, total_amount, discount, service_charge, service_fees, other_fees, freight, payable, deposit_used, paid_now,
        deposit_taken, received, change_given, debt, settled, bonus)
      select company, kind, business_date, creator_id, coalesce(institution_id, 0),
        case when debt <> settled then 'open' when debt <> 0 then 'settled' else 'none' end,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        sum(case when exchange_rate = 1 then bonus else round(bonus * exchange_rate, money_digits) end)
      from document where tenant_id = company and deleted_at is null and bonus <> 0
      group by 2, 3, 4, 5, 6
    on conflict (tenant_id, kind, business_date, creator_id, institution_id, debt_state) do update set bonus = excluded.bonus;
  end loop;
  set local app.tenant_id = '';
end $$;

-- A note from before this step names no bonus: the step counted it.
create view unfolded_document_day with (security_invoker = true) as
  select p.tenant_id, p.id as posting_id, row.kind, row.business_date, row.creator_id, row.institution_id, row.debt_state,
    row.documents, row.total_quantity, row.goods_amount, row.total_amount, row.discount, row.service_charge, row.service_fees,
    row.other_fees, row.freight, row.payable, row.deposit_used, row.paid_now, row.deposit_taken, row.received, row.change_given,
    row.debt, row.settled, coalesce(row.bonus, 0) as bonus
  from unfolded_posting p
  cross join json_to_recordset(p.documents) as row(kind text, business_date date, creator_id bigint, institution_id bigint,
    debt_state text, documents integer, total_quantity numeric(24,6), goods_amount numeric(24,6), total_amount numeric(24,6),
    discount numeric(24,6), service_charge numeric(24,6), service_fees numeric(24,6), other_fees numeric(24,6), freight numeric(24,6),
    payable numeric(24,6), deposit_used numeric(24,6), paid_now numeric(24,6), deposit_taken numeric(24,6), received numeric(24,6),
    change_given numeric(24,6), debt numeric(24,6), settled numeric(24,6), bonus numeric(24,6));

create view whole_document_day with (security_invoker = true) as
  select tenant_id, kind, business_date, creator_id, institution_id, debt_state, documents, total_quantity, goods_amount, total_amount,
    discount, service_charge, service_fees, other_fees, freight, payable, deposit_used, paid_now, deposit_taken, received, change_given,
    debt, settled, bonus
  from document_day
  union all
  select tenant_id, kind, business_date, creator_id, institution_id, debt_state, documents, total_quantity, goods_amount, total_amount,
    discount, service_charge, service_fees, other_fees, freight, payable, deposit_used, paid_now, deposit_taken, received, change_given,
    debt, settled, bonus
  from unfolded_document_day;

grant select on unfolded_document_day, whole_document_day to {{app}};
