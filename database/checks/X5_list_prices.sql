-- A price list has one price of a barcode for each quantity and day.
select null::bigint as document_id, null::bigint as sku_id, format('price list %L', list.name) as subject,
  format('barcode %s has two prices from quantity %s', one.barcode_id, trim_scale(one.minimum_quantity)) as detail
from list_price one
join list_price other on other.tenant_id = $1 and other.list_id = one.list_id and other.barcode_id = one.barcode_id
  and other.minimum_quantity = one.minimum_quantity and other.id > one.id
  and coalesce(one.first_day, '-infinity') <= coalesce(other.last_day, 'infinity')
  and coalesce(other.first_day, '-infinity') <= coalesce(one.last_day, 'infinity')
join price_list list on list.tenant_id = $1 and list.id = one.list_id
where one.tenant_id = $1
