-- 0117 freight of orders, found: the freight carried by an outbound is found without the other freight.
--
-- Why:       posting an outbound reads the freight of its orders.
-- Invariant: as in 0116.
-- Locks:     none that stops anyone; it waits for every transaction that began before it.
-- Apart:     what a try leaves behind that failed goes first
drop index concurrently if exists freight_info__of_carrying;
create index concurrently freight_info__of_carrying on freight_info (tenant_id, carried_by_id) where carried_by_id is not null;
alter table freight_info validate constraint freight_info__carried_by;
