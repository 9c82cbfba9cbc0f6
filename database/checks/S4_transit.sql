-- What is on its way was sent: nothing is received that did not leave, of any lot and stock type.
select null::bigint as document_id, sku_id,
  format('to warehouse %s, lot %L, %s', place_id, lot, stock_type) as subject,
  format('%s on its way', sum(quantity)) as detail
from ({{stock_flow}}) flow
where place = 'transit'
group by sku_id, place_id, lot, stock_type
having sum(quantity) < 0
