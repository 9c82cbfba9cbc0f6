-- 0053 Which list a file is of that was sent by the clock.
--
-- Why:       a page may show lists whose rights differ, so the page of its message does not tell who may still read it.
-- Invariant: who gets such a file reads it as long as they may take its list along; what was sent before, and is kept for two weeks
--            at most, says no list and is closed.
-- Locks:     stored_file for a moment; no row is read.
alter table stored_file add column list text;
