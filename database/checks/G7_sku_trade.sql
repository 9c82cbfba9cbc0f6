-- What a month traded of a SKU is what its warehouses, creators and institutions traded of it, which is what the documents say.
with either as (
  select month, kind, sku_id, {{trade_measures}} from whole_sku_trade where tenant_id = $1
  union all
  select month, kind, sku_id, {{trade_negated}} from whole_goods_trade where tenant_id = $1),
differing as (select month, kind, sku_id, {{trade_sums}} from either group by 1, 2, 3)
select null::bigint as document_id, sku_id, format('%s of %s', kind, month) as subject,
  format('beyond its warehouses: quantity %s, amount %s, tax %s, discount %s, charges %s, cost %s',
    quantity, amount, tax, discount, charges, cost) as detail
from differing where {{trade_uneven}}
