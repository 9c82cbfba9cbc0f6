-- 0003 last day: a SKU knows the last day that changed what it is worth.
--
-- Why:       only what is posted before that day must be valued by the days after it; what is posted today asks for none.
-- Invariant: none of a SKU's days comes after it. Null says that it isn't known: the next posting looks it up.
-- Locks:     sku_cost for a moment; a column without a default rewrites nothing.
alter table sku_cost add column last_day date;
