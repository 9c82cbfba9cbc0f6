-- 9001 day of entry: when a document was entered, whatever its date.
--
-- Why:       made up for `npm run soak:migration`; it shows how a column comes to a large table while everybody works.
-- Invariant: what is written from here on has it, by whatever version of the program.
-- Locks:     document for a moment: no row is looked at.
alter table document add column entered_on date;
alter table document alter column entered_on set default current_date;
