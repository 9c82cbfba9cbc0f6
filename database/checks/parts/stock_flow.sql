-- Both ends of every move: what a place gains (or loses, below zero), of goods and of value.
select document_id, seq, line, sku_id, posting_number, lot, stock_type, serials, business_date, posted_at,
  to_place as place, to_id as place_id, quantity, value, from_place as other_place
from stock_move where tenant_id = $1
union all
select document_id, seq, line, sku_id, posting_number, lot, stock_type, serials, business_date, posted_at,
  from_place, from_id, -quantity, -value, to_place
from stock_move where tenant_id = $1
