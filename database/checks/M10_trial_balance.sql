-- What the ledger accounts hold together is nothing, at every month's end: debit is credit.
-- Proof of the ledgers.
select null::bigint as document_id, null::bigint as sku_id, format('end of %s', to_char(starts_on, 'YYYY-MM')) as subject,
  format('debit is beyond credit by %s', held) as detail
from (
  select flow.starts_on, sum(sum(flow.amount)) over (order by flow.starts_on) as held
  from {{money_period}} flow {{ledger_of}}
  where flow.grain = 'm' and ledger.id is not null
  group by 1) month
where held <> 0
