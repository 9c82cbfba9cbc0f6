-- 0038 unmatched rows: of how many rows of bank statements it was not known, when a period was closed, which documents they are.
--
-- Why:       an account that does not agree with its bank is looked at before a period is closed, as drafts are.
-- Invariant: none; closings that were noted before did not look.
-- Locks:     access exclusive on period_closing while a column is added.
alter table period_closing add column unmatched_rows integer not null default 0;
