-- No one has used more of a prepayment, or of the bonus with it, than was made.
select null::bigint as document_id, null::bigint as sku_id, format('member %s', holder_id) as subject,
  format('%s left', -amount) as detail
from {{money_balance}} money_balance where tenant_id = $1 and purse in ('prepaid', 'bonus') and amount > 0
