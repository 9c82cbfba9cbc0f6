-- 0124 payment fees, proved: every entry is between known subledger accounts.
--
-- Why:       0123 changed the check without reading the entries.
-- Invariant: as in 0123.
-- Locks:     share update exclusive on money_entry, which stops no reader and no writer.
alter table money_entry validate constraint money_entry__purses;
