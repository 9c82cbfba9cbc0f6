-- 0094 ledger of a day: the moves of all goods on some days are found without those of other days.
--
-- Why:       the stock ledger of a day or a warehouse reads every product; the ledger had an order for one product.
-- Invariant: none; what can be read stays as it was. A move pays one entry, at the end of the order for present days.
-- Locks:     none that stops anyone; it waits for every transaction that began before it.
-- Apart:     what a try leaves behind that failed goes first
drop index concurrently if exists stock_move__of_day;
create index concurrently stock_move__of_day on stock_move (tenant_id, business_date);
