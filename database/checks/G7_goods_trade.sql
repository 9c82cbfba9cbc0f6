-- What a month traded of a SKU is what the documents in force say, each converted once.
with either as (
  select sku_id, month, kind, warehouse_id, creator_id, institution_id, documents, null::bigint as document_id, {{trade_measures}}
  from whole_goods_trade where tenant_id = $1
  union all
  select goods.sku_id, date_trunc('month', head.business_date)::date, head.kind, goods.warehouse_id, head.creator_id,
    head.institution_id, 0, case goods.lines when 1 then goods.document_id end, {{trade_negated}}
  from {{traded_goods}} goods
  join (
    select id, business_date, kind, creator_id, coalesce(institution_id, 0) as institution_id
    from document where tenant_id = $1) head on head.id = goods.document_id),
-- A document counts once for each SKU and warehouse. To sort by the SKU first is to compare numbers, not words.
differing as (
  select sku_id, month, kind, warehouse_id, creator_id, institution_id,
    sum(documents) - count(distinct document_id) as documents, {{trade_sums}}
  from either group by 1, 2, 3, 4, 5, 6)
select null::bigint as document_id, sku_id,
  format('%s of %s, warehouse %s, creator %s', kind, month, warehouse_id, creator_id) as subject,
  format('noted beyond the documents: %s of them, quantity %s, amount %s, tax %s, discount %s, charges %s, cost %s',
    documents, quantity, amount, tax, discount, charges, cost) as detail
from differing where documents <> 0 or {{trade_uneven}}
