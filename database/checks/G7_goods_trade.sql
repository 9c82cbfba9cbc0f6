-- What a month traded of a SKU is what the documents in force say, each converted once.
with goods as (
  select document_id, warehouse_id, sku_id, max(lines) as documents, {{trade_sums}}
  from {{traded_goods}} traded group by 1, 2, 3),
owed as (
  select date_trunc('month', business_date)::date as month, kind, goods.sku_id, goods.warehouse_id,
    creator_id, institution_id, sum(goods.documents) as documents, {{trade_sums}}
  from goods
  join (
    select id, business_date, kind, creator_id, coalesce(institution_id, 0) as institution_id
    from document where tenant_id = $1) head on head.id = goods.document_id
  group by 1, 2, 3, 4, 5, 6),
differing as (
  select month, kind, sku_id, warehouse_id, creator_id, institution_id, sum(documents) as documents, {{trade_sums}}
  from (
    select month, kind, sku_id, warehouse_id, creator_id, institution_id, documents, {{trade_measures}}
    from {{goods_trade}} goods_trade where tenant_id = $1
    union all
    select month, kind, sku_id, warehouse_id, creator_id, institution_id, -documents, {{trade_negated}} from owed) either
  group by 1, 2, 3, 4, 5, 6)
select null::bigint as document_id, sku_id,
  format('%s of %s, warehouse %s, creator %s', kind, month, warehouse_id, creator_id) as subject,
  format('noted beyond the documents: %s of them, quantity %s, amount %s, tax %s, discount %s, charges %s, cost %s',
    documents, quantity, amount, tax, discount, charges, cost) as detail
from differing where documents <> 0 or {{trade_uneven}}
