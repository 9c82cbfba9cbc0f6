-- 0073 changed shipments: what is sent is found by when it changed last.
--
-- Why:       programs ask for what changed since they asked before, every few minutes; nothing that stood still is read for it.
-- Invariant: none; what can be read stays as it was.
-- Locks:     none that stops anyone; it waits for every transaction that began before it.
-- Apart:     what a try leaves behind that failed goes first
drop index concurrently if exists logistics_order__changed;
create index concurrently logistics_order__changed on logistics_order (tenant_id, updated_at, id);
