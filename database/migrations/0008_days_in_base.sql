-- 0008 days in base: what the documents of a day add up to is in the company's own currency.
--
-- Why:       totals of lists added euros to dollars; amounts of several currencies add up only once they are converted.
-- Invariant: a day's amounts are the sum of its documents', each converted at the document's rate and rounded as money (G7).
-- Locks:     the days that have a document in another currency, company by company.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    update document_day day set
      goods_amount = n.goods_amount,
      total_amount = n.total_amount,
      discount = n.discount,
      service_charge = n.service_charge,
      service_fees = n.service_fees,
      other_fees = n.other_fees,
      freight = n.freight,
      payable = n.payable,
      deposit_used = n.deposit_used,
      paid_now = n.paid_now,
      deposit_taken = n.deposit_taken,
      received = n.received,
      change_given = n.change_given,
      debt = n.debt,
      settled = n.settled
    from (
      select kind, business_date, creator_id, coalesce(institution_id, 0) as institution_id,
        sum(case when exchange_rate = 1 then coalesce(goods_amount, 0) else round(coalesce(goods_amount, 0) * exchange_rate, money_digits) end) as goods_amount,
        sum(case when exchange_rate = 1 then coalesce(total_amount, 0) else round(coalesce(total_amount, 0) * exchange_rate, money_digits) end) as total_amount,
        sum(case when exchange_rate = 1 then coalesce(discount, 0) else round(coalesce(discount, 0) * exchange_rate, money_digits) end) as discount,
        sum(case when exchange_rate = 1 then coalesce(service_charge, 0) else round(coalesce(service_charge, 0) * exchange_rate, money_digits) end) as service_charge,
        sum(case when exchange_rate = 1 then coalesce(service_fees, 0) else round(coalesce(service_fees, 0) * exchange_rate, money_digits) end) as service_fees,
        sum(case when exchange_rate = 1 then coalesce(other_fees, 0) else round(coalesce(other_fees, 0) * exchange_rate, money_digits) end) as other_fees,
        sum(case when exchange_rate = 1 then coalesce(freight, 0) else round(coalesce(freight, 0) * exchange_rate, money_digits) end) as freight,
        sum(case when exchange_rate = 1 then coalesce(payable, 0) else round(coalesce(payable, 0) * exchange_rate, money_digits) end) as payable,
        sum(case when exchange_rate = 1 then coalesce(deposit_used, 0) else round(coalesce(deposit_used, 0) * exchange_rate, money_digits) end) as deposit_used,
        sum(case when exchange_rate = 1 then coalesce(paid_now, 0) else round(coalesce(paid_now, 0) * exchange_rate, money_digits) end) as paid_now,
        sum(case when exchange_rate = 1 then coalesce(deposit_taken, 0) else round(coalesce(deposit_taken, 0) * exchange_rate, money_digits) end) as deposit_taken,
        sum(case when exchange_rate = 1 then coalesce(received, 0) else round(coalesce(received, 0) * exchange_rate, money_digits) end) as received,
        sum(case when exchange_rate = 1 then coalesce(change_given, 0) else round(coalesce(change_given, 0) * exchange_rate, money_digits) end) as change_given,
        sum(case when exchange_rate = 1 then coalesce(debt, 0) else round(coalesce(debt, 0) * exchange_rate, money_digits) end) as debt,
        sum(case when exchange_rate = 1 then coalesce(settled, 0) else round(coalesce(settled, 0) * exchange_rate, money_digits) end) as settled
      from document where tenant_id = company and deleted_at is null
      group by 1, 2, 3, 4
      having bool_or(exchange_rate <> 1)) n
    where day.tenant_id = company
      and (day.kind, day.business_date, day.creator_id, day.institution_id) = (n.kind, n.business_date, n.creator_id, n.institution_id);
  end loop;
  set local app.tenant_id = '';
end $$;
