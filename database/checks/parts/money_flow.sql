-- Both ends of every entry: what a purse gains (or loses, below zero); `original` in the document's currency.
select document_id, seq, to_purse as purse, to_id as holder_id, amount, original_amount as original, currency, business_date
from money_entry where tenant_id = $1
union all
select document_id, seq, from_purse, from_id, -amount, -original_amount, currency, business_date
from money_entry where tenant_id = $1
