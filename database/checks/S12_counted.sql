-- A posted count did to a line what was counted, less the books of that moment and what came late.
-- Late is what was entered after it was counted, with a day or hour before that: whatever moved since is not.
-- Serials are settled one by one against where they are, so they are not looked at here.
with last as (
  select distinct on (sheet_id, line_id) sheet_id, line_id, book + late as book, counted from count_result
  where tenant_id = $1 order by sheet_id, line_id, pass desc),
posted as (
  select document_id, sku_id, lot, stock_type, sum(case when to_place = 'warehouse' then quantity else -quantity end) as quantity
  from stock_move where tenant_id = $1 and line > 0 group by 1, 2, 3, 4)
select sheet.document_id, line.sku_id, format('count %s, lot %L, %s', sheet.number, line.lot, line.stock_type) as subject,
  format('counted %s, book %s, posted %s', last.counted, last.book, coalesce(posted.quantity, 0)) as detail
from count_sheet sheet
join document on document.tenant_id = $1 and document.id = sheet.document_id
  and document.deleted_at is null and document.approval = 'approved'
join count_line line on line.tenant_id = $1 and line.sheet_id = sheet.id
join sku on sku.tenant_id = $1 and sku.id = line.sku_id
join product on product.tenant_id = $1 and product.id = sku.product_id and not product.serial_managed
join last on last.sheet_id = sheet.id and last.line_id = line.id
left join posted on posted.document_id = sheet.document_id and posted.sku_id = line.sku_id
  and posted.lot = line.lot and posted.stock_type = line.stock_type
where sheet.tenant_id = $1 and coalesce(posted.quantity, 0) <> last.counted - last.book
