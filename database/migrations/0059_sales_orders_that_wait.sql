-- 0059 sales orders that wait: those to be approved are found without those that were.
--
-- Why:       the home page counts what waits for approval; the list of sales orders keeps all that ever were.
-- Invariant: none; what can be read stays as it was. An order pays one entry until it is approved, other kinds nothing.
-- Locks:     none that stops anyone; it waits for every transaction that began before it.
-- Apart:     what a try leaves behind that failed goes first
drop index concurrently if exists document__sale_orders_that_wait;
create index concurrently document__sale_orders_that_wait on document (tenant_id, kind)
  where kind = 'saleOrder' and approval = 'draft' and deleted_at is null;
