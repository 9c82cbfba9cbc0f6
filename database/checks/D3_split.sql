-- Payable = deposit used + paid now + debt, each at least 0; retail leaves no debt. An order's deposit is paid, nothing is owed yet.
select id as document_id, null::bigint as sku_id, kind as subject,
  format('payable %s, deposit %s, paid %s, debt %s', payable, deposit_used, paid_now, debt) as detail
from document
where tenant_id = $1 and (
  deposit_used < 0 or paid_now < 0 or debt < 0
  or kind in ({{owing_kinds}}) and payable <> deposit_used + paid_now + debt
  or kind in ({{retail_kinds}}) and (debt <> 0 or payable <> paid_now))
