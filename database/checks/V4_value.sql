-- What came in is what went out and what is left, to the last decimal; so is the number of postings.
-- Proof of the ledgers.
select null::bigint as document_id, sku_id, 'company-wide' as subject,
  format('value %s after %s postings, ledger %s after %s', coalesce(cost.value, 0), coalesce(cost.last_posting, 0),
    coalesce(ledger.value, 0), coalesce(ledger.last_posting, 0)) as detail
from (
  select sku_id, sum(value) filter (where place in ('warehouse', 'transit', 'regrade')) as value, max(posting_number) as last_posting
  from ({{stock_flow}}) flow group by 1) ledger
full join (select sku_id, value, last_posting from sku_cost where tenant_id = $1) cost using (sku_id)
where (coalesce(cost.value, 0), coalesce(cost.last_posting, 0)) <> (coalesce(ledger.value, 0), coalesce(ledger.last_posting, 0))
