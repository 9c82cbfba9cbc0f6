-- 0084 worth nothing: the money ledger keeps amounts of other currencies that round to nothing in the company's.
--
-- Why:       16 dong at 0.0003 are 0.00 of the company's currency and left no entry. So a bank statement in dong did not find the
--            documents behind its rows, and the flow of the account did not show them (ZERO-1).
-- Invariant: each account got from a document in force what the document says, in the document's currency (M2).
-- Locks:     access exclusive on money_entry for a moment. No row is read: the constraint before was stricter.

alter table money_entry drop constraint money_entry__amount;
alter table money_entry add constraint money_entry__amount check (amount > 0 or amount = 0 and original_amount > 0) not valid;
