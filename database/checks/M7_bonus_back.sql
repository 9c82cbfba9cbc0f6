-- Returns of a sale give back no more of a bonus than the sale used. Drafts count.
select sale.id as document_id, null::bigint as sku_id, format('%s %s', sale.kind, sale.number) as subject,
  format('used %s, given back %s', sale.bonus, sum(back.bonus)) as detail
from document sale
join (
  select distinct link.source_document_id as sale_id, link.target_document_id as id
  from document_link link where link.tenant_id = $1) linked on linked.sale_id = sale.id
join document back on back.tenant_id = $1 and back.id = linked.id and back.deleted_at is null and back.bonus <> 0
where sale.tenant_id = $1
group by sale.id, sale.kind, sale.number, sale.bonus
having sum(back.bonus) > sale.bonus
