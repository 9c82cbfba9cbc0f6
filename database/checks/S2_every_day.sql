-- Nor at the end of any business day.
select null::bigint as document_id, sku_id, format('warehouse %s, lot %L, %s', warehouse_id, lot, stock_type) as subject,
  format('%s at the end of %s', level.quantity, starts_on) as detail
from (
  select warehouse_id, sku_id, lot, stock_type, starts_on,
    sum(quantity) over (partition by sku_id, warehouse_id, lot, stock_type order by starts_on) as quantity
  from {{stock_period}} stock_period where tenant_id = $1 and grain = 'd'
) level
join stock_balance balance using (sku_id, warehouse_id, lot, stock_type)
where balance.tenant_id = $1 and not balance.may_fall_below and level.quantity < 0
