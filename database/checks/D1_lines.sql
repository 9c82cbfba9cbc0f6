-- A line entered by price: amount = quantity × price, tax by its rate, total = amount + tax; prices with tax hold the tax inside.
select line.document_id, line.sku_id, format('line %s', line.line) as subject,
  format('%s × %s: amount %s, tax %s, total %s', line.quantity, line.unit_price, line.amount, line.tax, line.total) as detail
from document_line line
join document on document.tenant_id = $1 and document.id = line.document_id
where line.tenant_id = $1 and line.sku_id is not null and line.priced_by = 'unitPrice'
  and (line.amount <> round(line.quantity * line.unit_price, document.money_digits)
    or document.tax_mode = 'exclusive'
      and (line.tax <> round(line.amount * line.tax_rate / 100, document.money_digits) or line.total <> line.amount + line.tax)
    or document.tax_mode = 'inclusive' and line.total <> line.amount)
