-- 0125 reservations in force: the reservations that hold stock are found without the settled ones.
--
-- Why:       a settled reservation stays with quantity zero, and lists of held stock read every one of them.
-- Invariant: none; an index only.
-- Locks:     none that stops anyone; it waits for every transaction that began before it.
-- Apart:     what a try leaves behind that failed goes first
drop index concurrently if exists stock_reservation__in_force;
create index concurrently stock_reservation__in_force on stock_reservation (tenant_id, sku_id, warehouse_id) where quantity > 0;
