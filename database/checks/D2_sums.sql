-- The head's sums are those of its lines, and payable = goods − discount + service charge + services + other fees + freight.
select document.id as document_id, null::bigint as sku_id, document.kind as subject,
  format('goods %s, tax %s, total %s, payable %s; lines %s, %s, %s', document.goods_amount, document.tax_amount,
    document.total_amount, document.payable, sums.amount, sums.tax, sums.total) as detail
from document
join (
  select document_id, sum(amount) as amount, sum(tax) as tax, sum(total) as total
  from document_line where tenant_id = $1 and sku_id is not null group by 1) sums on sums.document_id = document.id
where document.tenant_id = $1
  and ((document.goods_amount, document.tax_amount, document.total_amount) <> (sums.amount, sums.tax, sums.total)
    or document.payable <> document.total_amount - document.discount + document.service_charge + document.service_fees +
      document.other_fees + document.freight)
