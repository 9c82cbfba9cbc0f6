-- The counter of a month is not behind the numbers it gave.
select null::bigint as document_id, null::bigint as sku_id, format('%s %s', counter.kind, counter.period) as subject,
  format('counter %s, highest number %s', counter.value, given.highest) as detail
from document_number counter
join (
  select document.kind, left(right(number, 11), 4) as period, max(right(number, 7)) as highest
  from document
  -- What was typed in another form than the kind's own, the counter never heard of.
  join (values {{kind_prefixes}}) own (kind, prefix) on own.kind = document.kind
  where document.tenant_id = $1 and imported_from is null and number ~ ('^' || own.prefix || '[0-9]{11}$')
  group by 1, 2) given using (kind, period)
where counter.tenant_id = $1 and given.highest::bigint > counter.value
