-- A purse's day is what the ledger moved on that business day.
-- Proof of the ledgers.
select null::bigint as document_id, null::bigint as sku_id, format('%s %s, %s', purse, holder_id, starts_on) as subject,
  format('day +%s −%s, ledger +%s −%s', coalesce(day.amount_in, 0), coalesce(day.amount_out, 0),
    coalesce(ledger.amount_in, 0), coalesce(ledger.amount_out, 0)) as detail
from (
  select purse, holder_id, business_date as starts_on, sum(amount) as amount,
    coalesce(sum(amount) filter (where amount > 0), 0) as amount_in, coalesce(-sum(amount) filter (where amount < 0), 0) as amount_out
  from ({{money_flow}}) flow group by 1, 2, 3) ledger
full join (
  select purse, holder_id, starts_on, amount, amount_in, amount_out
  from {{money_period}} money_period where tenant_id = $1 and grain = 'd') day using (purse, holder_id, starts_on)
where (coalesce(day.amount, 0), coalesce(day.amount_in, 0), coalesce(day.amount_out, 0))
  <> (coalesce(ledger.amount, 0), coalesce(ledger.amount_in, 0), coalesce(ledger.amount_out, 0))
