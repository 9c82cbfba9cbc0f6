-- 0101 carrier labels proved: rows of before fulfil the constraints of 0100.
--
-- Why:       the constraints of 0100 count as valid, as they do in a new database.
-- Invariant: those of 0100.
-- Locks:     none that stops anyone while rows are read.
alter table logistics_company validate constraint logistics_company__adapter;
alter table logistics_order validate constraint logistics_order__label_format;
alter table stored_file validate constraint stored_file__owner;
