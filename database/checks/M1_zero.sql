-- All purses together hold nothing: money only moves.
-- Proof of the ledgers.
select null::bigint as document_id, null::bigint as sku_id, 'all purses' as subject, format('sum %s', sum(amount)) as detail
from {{money_balance}} money_balance where tenant_id = $1
having sum(amount) <> 0
