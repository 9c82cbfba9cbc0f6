-- 0077 invoices worth their bills: what an invoice comes to at its bills' rates, and a void received one leaves its number free.
--
-- Why:       an invoice of bills at two rates was worth what one of them said; one received and voided by mistake could not be
--            registered again.
-- Invariant: no two invoices that stand have one number, of one supplier where they were received; no two issued ones ever.
-- Locks:     none that stops anyone but for the column, which may be null; the index waits for transactions that began before it.
-- Apart:     what a try leaves behind that failed goes first
-- What its gross amount is worth in the company's own currency, where its bills are at several rates; null: its rate says it.
alter table invoice add column if not exists worth numeric(24,6);
drop index concurrently if exists invoice__standing_number;
create unique index concurrently invoice__standing_number on invoice (
  tenant_id, number, direction, (case direction when 'received' then partner_id else 0 end))
  where not (voided and direction = 'received');
drop index concurrently if exists invoice__number_once;
