-- What a posted count did to a line is what was counted less the books of that moment, whatever moved since.
-- Serials are settled one by one against where they are, so they are not looked at here.
select sheet.document_id, line.sku_id, format('count %s, lot %L, %s', sheet.number, line.lot, line.stock_type) as subject,
  format('counted %s, book %s, posted %s', last.counted, last.book, coalesce(posted.quantity, 0)) as detail
from count_sheet sheet
join document on document.tenant_id = $1 and document.id = sheet.document_id
  and document.deleted_at is null and document.review = 'audited'
join count_line line on line.tenant_id = $1 and line.sheet_id = sheet.id
join sku on sku.tenant_id = $1 and sku.id = line.sku_id
join product on product.tenant_id = $1 and product.id = sku.product_id and not product.serial_managed
join lateral (
  select book, counted from count_result result
  where result.tenant_id = $1 and result.sheet_id = sheet.id and result.line_id = line.id
  order by pass desc limit 1) last on true
left join lateral (
  select sum(case when to_place = 'warehouse' then quantity else -quantity end) as quantity
  from stock_move move
  where move.tenant_id = $1 and move.document_id = sheet.document_id and move.sku_id = line.sku_id
    and move.lot = line.lot and move.stock_type = line.stock_type and move.line > 0) posted on true
where sheet.tenant_id = $1 and coalesce(posted.quantity, 0) <> last.counted - last.book
