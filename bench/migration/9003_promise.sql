-- 9003 day of entry: every document has one.
--
-- Why:       a promise that is made before rows are filled refuses who changes one that is not.
-- Invariant: what is written from here on is held to it; what is there is looked at next.
-- Locks:     document for a moment: no row is looked at.
-- After:     9002_fill.sql
alter table document add constraint document__entered_on check (entered_on is not null) not valid;
