-- A purse's day is what the ledger moved on that business day: how much, by how many documents and lines, what settled, what passed.
-- Before 0084, documents worth nothing in the company's currency were not counted.
-- Proof of the ledgers.
with moved as (
  select document_id, purse, holder_id, business_date as starts_on, sum(flow.amount) as amount,
    coalesce(sum(flow.amount) filter (where flow.amount > 0), 0) as amount_in,
    coalesce(-sum(flow.amount) filter (where flow.amount < 0), 0) as amount_out, sum(flow.original) as original,
    count(distinct currency) filter (where flow.amount > 0 or flow.amount = 0 and flow.original > 0) as debits,
    count(distinct currency) filter (where flow.amount < 0 or flow.amount = 0 and flow.original < 0) as credits
  from ({{money_flow}}) flow group by 1, 2, 3, 4),
ledger as (
  select purse, holder_id, starts_on, sum(moved.amount) as amount, sum(amount_in) as amount_in, sum(amount_out) as amount_out,
    count(*) filter (where moved.amount <> 0 or moved.original <> 0) as documents,
    count(*) filter (where moved.amount <> 0) as documents_of_worth,
    coalesce(sum(moved.amount) filter (where (document.kind, moved.purse) in ({{settling_kinds}})), 0) as settled,
    sum(debits) as debits, sum(credits) as credits, sum(least(amount_in, amount_out)) as passed
  from moved join document on document.tenant_id = $1 and document.id = moved.document_id
  group by 1, 2, 3)
select null::bigint as document_id, null::bigint as sku_id, format('%s %s, %s', purse, holder_id, starts_on) as subject,
  format('day %s; ledger %s', concat_ws(' ', day.amount_in, day.amount_out, day.documents, day.settled, day.debits, day.credits, day.passed),
    concat_ws(' ', ledger.amount_in, ledger.amount_out, ledger.documents, ledger.settled, ledger.debits, ledger.credits, ledger.passed)) as detail
from ledger
full join (
  select purse, holder_id, starts_on, amount, amount_in, amount_out, documents, settled, debits, credits, passed
  from {{money_period}} money_period where tenant_id = $1 and grain = 'd') day using (purse, holder_id, starts_on)
where (coalesce(day.amount, 0), coalesce(day.amount_in, 0), coalesce(day.amount_out, 0), coalesce(day.settled, 0),
    coalesce(day.debits, 0), coalesce(day.credits, 0), coalesce(day.passed, 0))
  <> (coalesce(ledger.amount, 0), coalesce(ledger.amount_in, 0), coalesce(ledger.amount_out, 0),
    coalesce(ledger.settled, 0), coalesce(ledger.debits, 0), coalesce(ledger.credits, 0), coalesce(ledger.passed, 0))
  or coalesce(day.documents, 0) not between coalesce(ledger.documents_of_worth, 0) and coalesce(ledger.documents, 0)
