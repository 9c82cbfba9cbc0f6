-- A balance's last day is none that others come after: only what leaves before it is checked against the days that follow.
-- Proof of the ledgers.
select null::bigint as document_id, sku_id, format('warehouse %s, lot %L, %s', warehouse_id, lot, stock_type) as subject,
  format('last day %s, but goods came or went on %s', last_day, later.starts_on) as detail
from stock_balance balance
join (
  select warehouse_id, sku_id, lot, stock_type, max(starts_on) as starts_on from {{stock_period}} stock_period
  where tenant_id = $1 and grain = 'd' group by 1, 2, 3, 4) later using (warehouse_id, sku_id, lot, stock_type)
where balance.tenant_id = $1 and balance.last_day < later.starts_on
