-- An order from elsewhere has lines, numbered from 1 without a gap, and what was made of it is a sales order.
select o.document_id, null::bigint as sku_id, format('order %s of %s', o.number, o.platform) as subject,
  format('%s lines up to number %s, made: %s', coalesce(told.lines, 0), coalesce(told.last, 0), coalesce(made.kind, 'nothing')) as detail
from external_order o
left join (
  select order_id, count(*) as lines, max(line) as last from external_order_line where tenant_id = $1 group by order_id) told
  on told.order_id = o.id
left join document made on made.tenant_id = $1 and made.id = o.document_id
where o.tenant_id = $1
  and (told.lines is null or told.lines <> told.last or (o.document_id is not null and made.kind is distinct from 'saleOrder'))
