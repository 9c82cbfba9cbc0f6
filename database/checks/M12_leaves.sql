-- Income and expense items point at leaves of the tree of revenue classes; item, class and the one above it are of one type.
select null::bigint as document_id, null::bigint as sku_id, format('%s, class %s', class.type, class.name) as subject,
  case when item.id is null then format('stands below %s', parent.type)
    when item.type <> class.type then format('%s %s points at it', item.type, item.name)
    else format('%s points at it, and others stand below it', item.name) end as detail
from revenue_class class
left join revenue_class parent on parent.tenant_id = $1 and parent.id = class.parent_id
left join in_out_item item on item.tenant_id = $1 and item.class_id = class.id
where class.tenant_id = $1
  and (class.type <> parent.type or item.type <> class.type or item.id is not null and exists (
    select from revenue_class child where child.tenant_id = $1 and child.parent_id = class.id))
