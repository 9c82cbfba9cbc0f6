-- 0051 day of an order line: a line of an order may be expected, or promised, for a day of its own.
--
-- Why:       an order of many goods is delivered in parts, each with its day; reports told all of it by the order's.
-- Invariant: none; null goes by the day of the order, as all lines do that are there already.
-- Locks:     document_line for a moment; a column without a default rewrites nothing.
alter table document_line add column expected_on date;
