-- 0107 missing records: a product import may add the categories and brands that its rows name.
--
-- Why:       a file with new categories or brands was refused row by row, and each had to be entered first.
-- Invariant: none is added before the user chose so and saw the number.
-- Locks:     sheet_import for a moment.
alter table sheet_import add column adds_missing boolean not null default false;
-- Records that are added or could be added, { record, count, names } each.
alter table sheet_import add column missing jsonb not null default '[]';
