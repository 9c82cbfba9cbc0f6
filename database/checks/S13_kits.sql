-- A kit holds no stock: its lines move parts, and each part can be moved for a kit.
with kinds (kind, role, own, target) as (values {{goods_kinds}})
select null::bigint as document_id, held.sku_id, 'stock of a kit' as subject,
  format('quantity %s, value %s', held.quantity, held.value) as detail
from product
join sku on sku.tenant_id = $1 and sku.product_id = product.id
join sku_cost held on held.tenant_id = $1 and held.sku_id = sku.id
where product.tenant_id = $1 and product.kit and held.last_posting > 0
union all
select line.document_id, line.sku_id, format('line %s', line.line), 'a kit without parts'
from product
join sku on sku.tenant_id = $1 and sku.product_id = product.id
join document_line line on line.tenant_id = $1 and line.sku_id = sku.id
join document on document.tenant_id = $1 and document.id = line.document_id
  and document.kind in (select kind from kinds)
left join line_part part
  on part.tenant_id = $1 and part.document_id = line.document_id and part.line = line.line
where product.tenant_id = $1 and product.kit and part.line is null
union all
select part.document_id, part.sku_id, format('line %s', part.line),
  case when whole.kit then 'a part is a kit, or has serial numbers or lots' else 'parts without a kit' end
from line_part part
join document_line line
  on line.tenant_id = $1 and line.document_id = part.document_id and line.line = part.line
join sku on sku.tenant_id = $1 and sku.id = part.sku_id
join product on product.tenant_id = $1 and product.id = sku.product_id
join sku sold on sold.tenant_id = $1 and sold.id = line.sku_id
join product whole on whole.tenant_id = $1 and whole.id = sold.product_id
where part.tenant_id = $1 and (not whole.kit or product.kit or product.serial_managed or product.lot_managed)
