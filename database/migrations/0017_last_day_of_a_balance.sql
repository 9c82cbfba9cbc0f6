-- 0017 last day of a balance: what lies in a warehouse knows the last day on which it changed.
--
-- Why:       every posting looked the day up among all days, for each balance it touched, to tell whether later days must be checked.
-- Invariant: none of a balance's days comes after it (S2). Null says that it isn't known: the next posting looks it up.
-- Locks:     stock_balance for a moment; a column without a default rewrites nothing.
alter table stock_balance add column last_day date;
