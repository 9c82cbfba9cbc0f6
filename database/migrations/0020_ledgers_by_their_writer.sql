-- 0020 ledgers by their writer: rows that posting alone writes need no foreign key to what the document itself names.
--
-- Why:       each cost a look at, and a lock on, the row it names, for every row of the ledgers.
-- Invariant: every document and partner that a ledger names is there (X1), and none of them can be deleted.
-- Locks:     access exclusive on the ledgers, document and partner for a moment; nothing is read.
alter table stock_move drop constraint stock_move__document;
alter table money_entry drop constraint money_entry__document, drop constraint money_entry__partner;
