-- 0093 terms of list prices: a price list, and each price in the list, may have a first and a last day and a least quantity.
--
-- Why:       prices are agreed for a season, and from a quantity on.
-- Invariant: existing prices hold on every day, from quantity 0. A list has one price of a barcode for a quantity and first day;
--            the program refuses prices with a day in common.
-- Locks:     price_list and list_price for a moment each. A process of the previous version cannot save the prices of a list
--            once the former key is gone; lists and documents are not affected.
alter table price_list add column first_day date;
alter table price_list add column last_day date;
alter table list_price add column minimum_quantity numeric(24,6) not null default 0;
alter table list_price add column first_day date;
alter table list_price add column last_day date;
alter table list_price add constraint list_price__term_once
  unique nulls not distinct (tenant_id, list_id, barcode_id, minimum_quantity, first_day);
alter table list_price drop constraint list_price__barcode_once;
