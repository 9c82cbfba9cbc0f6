-- A promoted line has a regular price, and costs no more than at the regular price.
select line.document_id, line.sku_id, format('line %s, %s', line.line, line.promotions) as subject,
  format('amount %s, regular price %s', trim_scale(line.amount), trim_scale(line.regular_price)) as detail
from document_line line
join document on document.tenant_id = $1 and document.id = line.document_id
where line.tenant_id = $1 and line.promotions <> ''
  and (line.regular_price is null or line.amount < 0
    or line.amount > round(line.quantity * line.regular_price, document.money_digits))
