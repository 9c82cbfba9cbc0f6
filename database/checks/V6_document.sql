-- So it is for each document: the value its goods brought in is what its entries put into inventory.
-- Proof of the ledgers.
select document_id, null::bigint as sku_id, 'inventory' as subject,
  format('goods brought %s, entries %s', coalesce(goods.value, 0), coalesce(money.amount, 0)) as detail
from (
  select document_id, sum(value) as value
  from ({{stock_flow}}) flow where place in ('warehouse', 'transit', 'regrade') group by 1) goods
full join (
  select document_id, sum(amount) as amount from ({{money_flow}}) flow where purse = 'inventory' group by 1) money using (document_id)
where coalesce(goods.value, 0) <> coalesce(money.amount, 0)
