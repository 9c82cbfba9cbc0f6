-- A serial-managed SKU names as many different serials as goods on every move; others name none.
select move.document_id, move.sku_id, format('line %s', move.line) as subject,
  format('%s serials, %s different, quantity %s', cardinality(move.serials), named.different, move.quantity) as detail
from stock_move move
join sku on sku.tenant_id = $1 and sku.id = move.sku_id
join product on product.tenant_id = $1 and product.id = sku.product_id
cross join lateral (select count(distinct serial) as different from unnest(move.serials) serial) named
where move.tenant_id = $1 and move.quantity > 0 and (product.serial_managed or move.serials <> '{}')
  and (cardinality(move.serials) <> move.quantity or named.different <> move.quantity)
