-- A purse's month is the sum of its days.
-- Proof of the ledgers.
select null::bigint as document_id, null::bigint as sku_id, format('%s %s, %s', purse, holder_id, starts_on) as subject,
  format('month %s; its days %s',
    concat_ws(' ', month.amount_in, month.amount_out, month.documents, month.settled, month.debits, month.credits, month.passed),
    concat_ws(' ', days.amount_in, days.amount_out, days.documents, days.settled, days.debits, days.credits, days.passed)) as detail
from (
  select purse, holder_id, date_trunc('month', starts_on)::date as starts_on, sum(amount) as amount, sum(amount_in) as amount_in,
    sum(amount_out) as amount_out, sum(documents) as documents, sum(settled) as settled, sum(debits) as debits,
    sum(credits) as credits, sum(passed) as passed
  from {{money_period}} money_period where tenant_id = $1 and grain = 'd' group by 1, 2, 3) days
full join (
  select purse, holder_id, starts_on, amount, amount_in, amount_out, documents, settled, debits, credits, passed
  from {{money_period}} money_period where tenant_id = $1 and grain = 'm') month using (purse, holder_id, starts_on)
where (coalesce(month.amount, 0), coalesce(month.amount_in, 0), coalesce(month.amount_out, 0), coalesce(month.documents, 0),
    coalesce(month.settled, 0), coalesce(month.debits, 0), coalesce(month.credits, 0), coalesce(month.passed, 0))
  <> (coalesce(days.amount, 0), coalesce(days.amount_in, 0), coalesce(days.amount_out, 0), coalesce(days.documents, 0),
    coalesce(days.settled, 0), coalesce(days.debits, 0), coalesce(days.credits, 0), coalesce(days.passed, 0))
