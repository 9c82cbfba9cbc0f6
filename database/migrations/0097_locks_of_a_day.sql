-- 0097 locks of a day: the changes of locks after a day are found without those before.
--
-- Why:       stock of SKUs at the end of a past day takes back later changes of locks.
-- Invariant: none; what can be read stays as it was. A change pays one entry, at the end of the order.
-- Locks:     none that stops anyone; it waits for every transaction that began before it.
-- Apart:     what a try leaves behind that failed goes first
drop index concurrently if exists lock_history__of_time;
create index concurrently lock_history__of_time on lock_history (tenant_id, at);
