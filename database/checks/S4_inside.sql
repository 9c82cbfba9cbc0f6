-- A move between two places of the company carries no value, and goods never go from one outside place to another.
-- Proof of the ledgers.
select document_id, sku_id, format('%s to %s', from_place, to_place) as subject,
  format('quantity %s, value %s', quantity, value) as detail
from (
  select *, from_place in ('warehouse', 'transit', 'regrade') as leaves_inside, to_place in ('warehouse', 'transit', 'regrade') as enters_inside
  from stock_move where tenant_id = $1) move
where (leaves_inside and enters_inside and value <> 0) or (not leaves_inside and not enters_inside)
