-- Base quantity is the entered quantity times the ratio, and allocations share out exactly that.
select line.document_id, line.sku_id, format('line %s', line.line) as subject,
  format('%s × %s is not %s (allocated %s)', line.quantity, line.ratio, line.base_quantity, allocated.quantity) as detail
from document_line line
left join (
  select document_id, line, sum(quantity) as quantity from line_allocation where tenant_id = $1 group by 1, 2) allocated
  on allocated.document_id = line.document_id and allocated.line = line.line
where line.tenant_id = $1 and line.sku_id is not null
  and (line.quantity * line.ratio <> line.base_quantity
    or coalesce(allocated.quantity, abs(line.base_quantity)) <> abs(line.base_quantity))
