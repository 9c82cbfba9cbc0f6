-- Where no goods are left, no value is.
-- Proof of the ledgers.
select null::bigint as document_id, sku_id, 'company-wide' as subject, format('quantity 0, value %s', value) as detail
from sku_cost where tenant_id = $1 and quantity = 0 and value <> 0
