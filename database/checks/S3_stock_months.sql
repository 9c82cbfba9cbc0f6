-- A month is the sum of its days.
-- Proof of the ledgers.
select null::bigint as document_id, sku_id,
  format('warehouse %s, lot %L, %s, %s', warehouse_id, lot, stock_type, starts_on) as subject,
  format('month %s (%s came), its days %s (%s)', coalesce(month.quantity, 0), coalesce(month.came, 0), coalesce(days.quantity, 0),
    coalesce(days.came, 0)) as detail
from (
  select warehouse_id, sku_id, lot, stock_type, date_trunc('month', starts_on)::date as starts_on, sum(quantity) as quantity,
    sum(came) as came
  from {{stock_period}} stock_period where tenant_id = $1 and grain = 'd' group by 1, 2, 3, 4, 5) days
full join (
  select warehouse_id, sku_id, lot, stock_type, starts_on, quantity, came
  from {{stock_period}} stock_period where tenant_id = $1 and grain = 'm') month
  using (warehouse_id, sku_id, lot, stock_type, starts_on)
where coalesce(month.quantity, 0) <> coalesce(days.quantity, 0) or coalesce(month.came, 0) <> coalesce(days.came, 0)
