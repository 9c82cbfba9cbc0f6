-- 9002 day of entry: of the documents that are there.
--
-- Why:       a default reaches new rows only.
-- Invariant: no row is without it when this is over.
-- Locks:     a thousand rows at a time, for as long as their update takes.
-- Fills:     document.id, 1000 at a time
update document set entered_on = business_date
where tenant_id = $1 and id > $2 and id <= $3 and entered_on is null;
