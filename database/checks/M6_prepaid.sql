-- No one has used more of a prepayment than was made.
select null::bigint as document_id, null::bigint as sku_id, format('member %s', holder_id) as subject,
  format('%s left', -amount) as detail
from {{money_balance}} money_balance where tenant_id = $1 and purse = 'prepaid' and amount > 0
