-- 9006 day of entry: not null, as the proof says.
--
-- Why:       the planner and the row types know it; the check is not needed any more.
-- Invariant: every document has a day of entry.
-- Locks:     document for a moment: what was proven is not looked at again.
alter table document alter column entered_on set not null;
alter table document drop constraint document__entered_on;
