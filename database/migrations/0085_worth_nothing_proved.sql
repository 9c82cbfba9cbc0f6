-- 0085 worth nothing, proved: the constraint of 0084 counts as valid, as it does in a new database.
--
-- Why:       0084 left it unproved, so that work goes on while the ledger is read.
-- Invariant: that of 0084.
-- Locks:     share update exclusive on money_entry while the entries are read; reading and writing go on.

alter table money_entry validate constraint money_entry__amount;
