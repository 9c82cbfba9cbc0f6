-- A purse's day is what the ledger moved on that business day: how much, by how many documents, and what of it settled.
-- Proof of the ledgers.
with moved as (
  select flow.purse, flow.holder_id, flow.business_date as starts_on, flow.document_id, sum(flow.amount) as amount,
    coalesce(sum(flow.amount) filter (where flow.amount > 0), 0) as amount_in,
    coalesce(-sum(flow.amount) filter (where flow.amount < 0), 0) as amount_out
  from ({{money_flow}}) flow group by 1, 2, 3, 4),
ledger as (
  select purse, holder_id, starts_on, sum(moved.amount) as amount, sum(amount_in) as amount_in, sum(amount_out) as amount_out,
    count(*) filter (where moved.amount <> 0) as documents,
    coalesce(sum(moved.amount) filter (where (document.kind, moved.purse) in ({{settling_kinds}})), 0) as settled
  from moved join document on document.tenant_id = $1 and document.id = moved.document_id
  group by 1, 2, 3)
select null::bigint as document_id, null::bigint as sku_id, format('%s %s, %s', purse, holder_id, starts_on) as subject,
  format('day +%s −%s by %s, settled %s; ledger +%s −%s by %s, settled %s', coalesce(day.amount_in, 0), coalesce(day.amount_out, 0),
    coalesce(day.documents, 0), coalesce(day.settled, 0), coalesce(ledger.amount_in, 0), coalesce(ledger.amount_out, 0),
    coalesce(ledger.documents, 0), coalesce(ledger.settled, 0)) as detail
from ledger
full join (
  select purse, holder_id, starts_on, amount, amount_in, amount_out, documents, settled
  from {{money_period}} money_period where tenant_id = $1 and grain = 'd') day using (purse, holder_id, starts_on)
where (coalesce(day.amount, 0), coalesce(day.amount_in, 0), coalesce(day.amount_out, 0), coalesce(day.documents, 0), coalesce(day.settled, 0))
  <> (coalesce(ledger.amount, 0), coalesce(ledger.amount_in, 0), coalesce(ledger.amount_out, 0), coalesce(ledger.documents, 0),
    coalesce(ledger.settled, 0))
