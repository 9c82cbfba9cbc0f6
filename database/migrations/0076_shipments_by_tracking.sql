-- 0076 shipments by tracking: what is sent is found by the carrier's number.
--
-- Why:       a bill of thousands of lines is matched by these numbers, also of what is void; every shipment was read for it.
-- Invariant: none; what can be read stays as it was.
-- Locks:     none that stops anyone; it waits for every transaction that began before it.
-- Apart:     what a try leaves behind that failed goes first
drop index concurrently if exists logistics_order__by_tracking;
create index concurrently logistics_order__by_tracking on logistics_order (tenant_id, tracking);
