-- A transfer of funds goes from account to account and nowhere else.
select document.id as document_id, null::bigint as sku_id, format('%s to %s', entry.from_purse, entry.to_purse) as subject,
  entry.amount::text as detail
from document join money_entry entry on entry.tenant_id = $1 and entry.document_id = document.id
where document.tenant_id = $1 and document.kind = 'giro' and (entry.from_purse, entry.to_purse) <> ('account', 'account')
