-- What a day and a month traded with a partner is the sum of its documents in force, each converted once.
with heads as (
  select id, business_date, kind, coalesce(partner_id, 0) as partner_id, creator_id, coalesce(institution_id, 0) as institution_id,
    array(select distinct id from unnest(document.salesperson_ids) as id order by id) as salesperson_ids
  from document where tenant_id = $1),
days as (
  select partner_id, business_date, kind, salesperson_ids, goods.warehouse_id, creator_id, institution_id,
    sum(goods.heads) as documents, sum(goods.lines) as lines, {{trade_sums}}
  from {{traded_goods}} goods join heads on heads.id = goods.document_id
  group by 1, 2, 3, 4, 5, 6, 7),
differing as (
  select partner_id, grain, starts_on, kind, salesperson_ids, warehouse_id, creator_id, institution_id,
    sum(documents) as documents, sum(lines) as lines, {{trade_sums}}
  from (
    select partner_id, grain, starts_on, kind, salesperson_ids, warehouse_id, creator_id, institution_id, documents, lines,
      {{trade_measures}}
    from whole_partner_trade where tenant_id = $1
    union all
    select partner_id, grain.name, date_trunc(grain.field, business_date)::date, kind, salesperson_ids, warehouse_id, creator_id,
      institution_id, -documents, -lines, {{trade_negated}}
    from days cross join (values ('d', 'day'), ('m', 'month')) as grain(name, field)) either
  group by 1, 2, 3, 4, 5, 6, 7, 8)
select null::bigint as document_id, null::bigint as sku_id,
  format('%s of %s %s, partner %s, salespeople %s, warehouse %s, creator %s', kind, grain, starts_on, partner_id, salesperson_ids,
    warehouse_id, creator_id) as subject,
  format('noted beyond the documents: %s of them, %s lines, quantity %s, amount %s, tax %s, discount %s, charges %s, cost %s',
    documents, lines, quantity, amount, tax, discount, charges, cost) as detail
from differing where documents <> 0 or lines <> 0 or {{trade_uneven}}
