-- A line entered by price: amount = quantity × price; tax by its rate and total by the tax mode. Kinds without tax have none.
with priced as (
  select line.*, {{digits_of_document}} as digits, document.tax_mode,
    case when document.kind in ({{taxed_kinds}}) then line.tax_rate / 100 else 0 end as rate
  from document_line line join document on document.tenant_id = $1 and document.id = line.document_id
  where line.tenant_id = $1 and line.sku_id is not null and line.priced_by = 'unitPrice')
select document_id, sku_id, format('line %s', line) as subject,
  format('%s × %s: amount %s, tax %s, total %s', quantity, unit_price, amount, tax, total) as detail
from priced
where not exists (
  select from unnest(digits) as to_digits
  where amount = round(quantity * unit_price, to_digits)
    and (rate <> 0 and tax_mode = 'inclusive' or tax = round(amount * rate, to_digits) and total = amount + tax)
    and (rate = 0 or tax_mode = 'exclusive'
      or tax = round(round(amount / (1 + rate), to_digits) * rate, to_digits) and total = amount))
