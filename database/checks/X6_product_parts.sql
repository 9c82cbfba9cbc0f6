-- No product contains itself, at any depth of the bills of materials.
with recursive holds (product_id, part_id) as (
  select part.product_id, barcode.product_id
  from product_part part
  join barcode on barcode.tenant_id = $1 and barcode.id = part.barcode_id
  where part.tenant_id = $1
  union
  select holds.product_id, barcode.product_id
  from holds
  join product_part part on part.tenant_id = $1 and part.product_id = holds.part_id
  join barcode on barcode.tenant_id = $1 and barcode.id = part.barcode_id)
select null::bigint as document_id, null::bigint as sku_id, format('product %L', product.name) as subject,
  'contains itself' as detail
from holds
join product on product.tenant_id = $1 and product.id = holds.product_id
where holds.product_id = holds.part_id
