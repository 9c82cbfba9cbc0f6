-- 0078 settled as booked: what settlements were booked at beyond what they come to at their bill's own rate.
--
-- Why:       parts of a foreign bill are booked at their shares of what is left in the books; lists told them by its rate, a cent apart.
-- Invariant: settled and deposit_taken in the company's own currency, with these, are what was booked of both.
-- Locks:     access exclusive on document for columns with a constant default: no row is rewritten.
alter table document add column settled_off numeric(24,6) not null default 0,
  add column deposit_taken_off numeric(24,6) not null default 0;
