-- A lot-managed SKU names a known lot on every move.
select move.document_id, move.sku_id, format('line %s', move.line) as subject, format('lot %L', move.lot) as detail
from stock_move move
join sku on sku.tenant_id = $1 and sku.id = move.sku_id
join product on product.tenant_id = $1 and product.id = sku.product_id
left join lot on lot.tenant_id = $1 and lot.sku_id = move.sku_id and lot.lot = move.lot
where move.tenant_id = $1 and move.quantity > 0
  and (product.lot_managed and move.lot = '' or move.lot <> '' and lot.lot is null)
