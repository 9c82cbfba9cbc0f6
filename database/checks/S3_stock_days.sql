-- A day's net quantity is what the ledger moved on that business day, and what came of it what each document brought.
-- Proof of the ledgers.
select null::bigint as document_id, sku_id,
  format('warehouse %s, lot %L, %s, %s', warehouse_id, lot, stock_type, starts_on) as subject,
  format('day %s (%s came), ledger %s (%s)', coalesce(day.quantity, 0), coalesce(day.came, 0), coalesce(ledger.quantity, 0),
    coalesce(ledger.came, 0)) as detail
from (
  select warehouse_id, sku_id, lot, stock_type, starts_on, sum(quantity) as quantity, sum(greatest(brought, 0)) as came
  from (
    select document_id, place_id as warehouse_id, sku_id, lot, stock_type, business_date as starts_on, sum(quantity) as quantity,
      coalesce(sum(quantity) filter (where other_place <> 'regrade'), 0) as brought
    from ({{stock_flow}}) flow where place = 'warehouse' group by 1, 2, 3, 4, 5, 6) each_document
  group by 1, 2, 3, 4, 5) ledger
full join (
  select warehouse_id, sku_id, lot, stock_type, starts_on, quantity, came
  from {{stock_period}} stock_period where tenant_id = $1 and grain = 'd') day
  using (warehouse_id, sku_id, lot, stock_type, starts_on)
where coalesce(day.quantity, 0) <> coalesce(ledger.quantity, 0) or coalesce(day.came, 0) <> coalesce(ledger.came, 0)
