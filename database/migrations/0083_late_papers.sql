-- 0083 late papers: a posted count keeps what was entered late of days before it.
--
-- Why:       goods that were entered after a line was counted, with a day before the counting, were taken for a later move, so
--            the count took them off again (F10).
-- Invariant: a posted line is the count less the books of then and less what came late (S12).
-- Locks:     count_result for a moment.

-- Written as the count is posted; before, it is read from the ledger.
alter table count_result add column late numeric(24,6) not null default 0;
