-- The counter of a month is not behind the numbers it gave.
select null::bigint as document_id, null::bigint as sku_id, format('%s %s', counter.kind, counter.period) as subject,
  format('counter %s, highest number %s', counter.value, given.number) as detail
from document_number counter
join lateral (
  select number from document
  where document.tenant_id = $1 and document.kind = counter.kind and document.number like '%' || counter.period || '_______'
    and right(number, 7) ~ '^[0-9]{7}$' and imported_from is null
  order by right(number, 7) desc limit 1) given on right(given.number, 7)::bigint > counter.value
where counter.tenant_id = $1
