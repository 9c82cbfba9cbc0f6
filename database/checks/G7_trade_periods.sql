-- What a day and a month traded is the sum of its cuts by partner, salespeople and warehouse.
with days as (
  select grain, starts_on, kind, creator_id, institution_id, sum(amount) as amount, sum(tax) as tax, sum(cost) as cost,
    sum(payment_fee) as payment_fee
  from {{partner_trade}} partner_trade where tenant_id = $1 group by 1, 2, 3, 4, 5),
periods as (
  select grain, starts_on, kind, creator_id, institution_id, amount, tax, cost, payment_fee
  from {{trade_period}} trade_period where tenant_id = $1)
select null::bigint as document_id, null::bigint as sku_id,
  format('%s of %s %s, creator %s', kind, grain, starts_on, creator_id) as subject,
  format('noted amount %s, cost %s; its cuts say %s, %s', coalesce(periods.amount, 0), coalesce(periods.cost, 0),
    coalesce(days.amount, 0), coalesce(days.cost, 0)) as detail
from days full join periods using (grain, starts_on, kind, creator_id, institution_id)
where (coalesce(days.amount, 0), coalesce(days.tax, 0), coalesce(days.cost, 0), coalesce(days.payment_fee, 0))
  <> (coalesce(periods.amount, 0), coalesce(periods.tax, 0), coalesce(periods.cost, 0),
    coalesce(periods.payment_fee, 0))
