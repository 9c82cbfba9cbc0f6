-- 9005 day of entry: documents are listed by it.
--
-- Why:       built once the column is filled: each row of a filled index would be changed twice.
-- Invariant: none.
-- Locks:     none that stops anyone; it waits for every transaction that began before it.
-- Apart:     what a try leaves behind that failed goes first
drop index concurrently if exists document__entered;
create index concurrently document__entered on document (tenant_id, entered_on);
