-- A unit cost is never below zero: goods and their value have the same sign.
-- Proof of the ledgers.
select null::bigint as document_id, sku_id, 'company-wide' as subject,
  format('quantity %s, value %s, basis %s worth %s', quantity, value, basis_quantity, basis_value) as detail
from sku_cost
where tenant_id = $1 and (quantity * value < 0 or basis_quantity < 0 or basis_value < 0)
