-- Every document has a number, once within its kind.
select max(id) as document_id, null::bigint as sku_id, kind as subject,
  format('%s documents are numbered %L', count(*), coalesce(number, '')) as detail
from document where tenant_id = $1
group by kind, coalesce(number, '')
having count(*) > 1 or coalesce(number, '') = ''
