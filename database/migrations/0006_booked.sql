-- 0006 booked: what was taken from other documents, at what it was booked there.
--
-- Why:       a deposit that is used and a bill that is settled in another currency leave the books at what they entered them
--            at, whatever the rate of the day is; the difference is a matter of exchange.
-- Invariant: all that is taken of a deposit or a bill is booked at what the whole was, to the cent (D12, M5).
-- Locks:     two columns with constant defaults, added without a rewrite; then the rows that took something, company by company.
alter table document add column deposit_booked numeric(24,6) not null default 0;
alter table document_line add column booked numeric(24,6);

-- What is in the books stays as it is: deposits went at the rate of who used them, bills at their own unless that was 1.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    update document set deposit_booked = case when exchange_rate = 1 then deposit_used else round(deposit_used * exchange_rate, money_digits) end
    where tenant_id = company and deposit_used <> 0;
    update document_line line
    set booked = case when taken.rate = 1 then taken.amount else round(taken.amount * taken.rate, taken.money_digits) end
    from (
      select l.document_id, l.line, l.amount, d.money_digits, coalesce(nullif(bill.exchange_rate, 1), d.exchange_rate) as rate
      from document_line l
      join document d on d.tenant_id = company and d.id = l.document_id
      left join document bill on bill.tenant_id = company and bill.id = l.settled_document_id
      where l.tenant_id = company and l.sku_id is null) taken
    where line.tenant_id = company and line.document_id = taken.document_id and line.line = taken.line;
    -- Lines that were rounded one by one came to a cent more or less than the books: the first one has it.
    update document_line line set booked = line.booked + posted.amount - said.booked
    from (
      select e.document_id, sum(case when e.to_purse = 'payable' or e.from_purse = 'receivable' then e.amount else -e.amount end) as amount
      from money_entry e
      join document d on d.tenant_id = company and d.id = e.document_id and d.in_force
        and (d.kind, e.to_purse = 'receivable' or e.from_purse = 'receivable', e.to_purse = 'payable' or e.from_purse = 'payable')
          in (('moneyIn', true, false), ('moneyOut', false, true))
      where e.tenant_id = company
      group by 1) posted
    join (
      select l.document_id, min(l.line) as line, sum(l.booked) as booked
      from document_line l where l.tenant_id = company and l.sku_id is null group by 1) said
      on said.document_id = posted.document_id
    where line.tenant_id = company and line.document_id = said.document_id and line.line = said.line and posted.amount <> said.booked;
    -- A day's trade is converted document by document, no longer line by line; the first line's warehouse has the difference.
    with exchanged as (
      select d.business_date, d.kind, d.creator_id, coalesce(d.institution_id, 0) as institution_id, coalesce(d.partner_id, 0) as partner_id,
        (array_agg(coalesce(l.warehouse_id, 0) order by l.position))[1] as warehouse_id,
        round(sum(l.total - l.discount_share) * d.exchange_rate, d.money_digits)
          - sum(round((l.total - l.discount_share) * d.exchange_rate, d.money_digits)) as amount,
        round(sum(l.tax) * d.exchange_rate, d.money_digits) - sum(round(l.tax * d.exchange_rate, d.money_digits)) as tax
      from document d
      join document_line l on l.tenant_id = company and l.document_id = d.id and l.sku_id is not null
      where d.tenant_id = company and d.in_force and d.exchange_rate <> 1
        and d.kind in ('purchaseIn', 'purchaseBack', 'saleOut', 'saleBack', 'retailOut', 'retailBack')
      group by d.tenant_id, d.id),
    days as (
    update trade_day t set amount = t.amount + e.amount, tax = t.tax + e.tax
    from (
      select business_date, kind, creator_id, institution_id, partner_id, warehouse_id, sum(amount) as amount, sum(tax) as tax
      from exchanged group by 1, 2, 3, 4, 5, 6) e
    where t.tenant_id = company
      and (t.business_date, t.kind, t.creator_id, t.institution_id, t.partner_id, t.warehouse_id)
        = (e.business_date, e.kind, e.creator_id, e.institution_id, e.partner_id, e.warehouse_id)
    returning t.kind)
    update trade_period t set amount = t.amount + e.amount, tax = t.tax + e.tax
    from (
      select grain.name as grain, date_trunc(grain.field, business_date)::date as starts_on, kind, creator_id, institution_id,
        sum(amount) as amount, sum(tax) as tax
      from exchanged cross join (values ('d', 'day'), ('m', 'month')) as grain(name, field)
      group by 1, 2, 3, 4, 5) e
    where t.tenant_id = company
      and (t.grain, t.starts_on, t.kind, t.creator_id, t.institution_id) = (e.grain, e.starts_on, e.kind, e.creator_id, e.institution_id);
  end loop;
  set local app.tenant_id = '';
end $$;
