-- 0108 product country: the country in which goods were made, beside their place of origin.
--
-- Why:       customs papers and labels name the country; the place of origin is free text of any precision.
-- Invariant: empty if unknown.
-- Locks:     product for a moment.
alter table product add column country text not null default '';
