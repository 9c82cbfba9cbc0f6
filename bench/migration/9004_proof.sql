-- 9004 day of entry: the promise is held against every row.
--
-- Why:       on its own, since it reads them all: what it holds meanwhile stops no one who reads or writes.
-- Invariant: every document has a day of entry.
-- Locks:     share update exclusive on document, while all rows are read.
alter table document validate constraint document__entered_on;
