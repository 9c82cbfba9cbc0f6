-- 0103 revaluation, proved: the constraint of 0102 counts as valid, as it does in a new database.
--
-- Why:       0102 left it unproved, so that work goes on while the ledger is read.
-- Invariant: that of 0102.
-- Locks:     share update exclusive on money_entry while the entries are read; reading and writing go on.

alter table money_entry validate constraint money_entry__purses;
