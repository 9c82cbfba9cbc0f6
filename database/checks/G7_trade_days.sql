-- A day's trade is the sum of its documents in force, each converted once: what the home page shows is what they say.
with owed as (
  select business_date, kind, creator_id, institution_id, partner_id, count(*) as documents,
    sum(quantity) as quantity, sum(amount) as amount, sum(tax) as tax, sum(cost) as cost
  from (
    select document.business_date, document.kind, document.creator_id, coalesce(document.institution_id, 0) as institution_id,
      coalesce(document.partner_id, 0) as partner_id, lines.quantity, lines.amount, lines.tax, coalesce(goods.value, 0) * kinds.own as cost
    from document
    join (
      select line.document_id, sum(line.base_quantity) as quantity,
        case when head.exchange_rate = 1 then sum(line.total - line.discount_share)
          else round(sum(line.total - line.discount_share) * head.exchange_rate, head.money_digits) end as amount,
        case when head.exchange_rate = 1 then sum(line.tax)
          else round(sum(line.tax) * head.exchange_rate, head.money_digits) end as tax
      from document_line line join document head on head.tenant_id = $1 and head.id = line.document_id
      where line.tenant_id = $1 and line.sku_id is not null group by 1, head.exchange_rate, head.money_digits) lines on lines.document_id = document.id
    left join (
      select document_id, sum(value) as value
      from ({{stock_flow}}) flow where place = 'warehouse' group by 1) goods on goods.document_id = document.id
    join (values {{goods_kinds}}) as kinds(kind, role, own, target) on kinds.kind = document.kind
    where document.tenant_id = $1 and document.in_force and document.kind in ({{traded_kinds}})) traded
  group by 1, 2, 3, 4, 5),
noted as (
  select business_date, kind, creator_id, institution_id, partner_id, sum(documents) as documents,
    sum(quantity) as quantity, sum(amount) as amount, sum(tax) as tax, sum(cost) as cost
  from {{trade_day}} trade_day where tenant_id = $1 group by 1, 2, 3, 4, 5)
select null::bigint as document_id, null::bigint as sku_id,
  format('%s of %s, creator %s, partner %s', kind, business_date, creator_id, partner_id) as subject,
  format('noted %s documents, amount %s, cost %s; they are %s, %s, %s', coalesce(noted.documents, 0), coalesce(noted.amount, 0),
    coalesce(noted.cost, 0), coalesce(owed.documents, 0), coalesce(owed.amount, 0), coalesce(owed.cost, 0)) as detail
from owed full join noted using (business_date, kind, creator_id, institution_id, partner_id)
where (coalesce(noted.documents, 0), coalesce(noted.quantity, 0), coalesce(noted.amount, 0), coalesce(noted.tax, 0), coalesce(noted.cost, 0))
  <> (coalesce(owed.documents, 0), coalesce(owed.quantity, 0), coalesce(owed.amount, 0), coalesce(owed.tax, 0), coalesce(owed.cost, 0))
