-- 0040 bank currency: statements of accounts that are not in the company's own currency.
--
-- Why:       what a bank tells of such an account is compared with what documents say in that currency, not with what it is worth.
-- Invariant: all statements of an account are of one currency.
-- Locks:     access exclusive on bank_statement for a column without a default: no row is rewritten.

-- What its amounts are in; null: the company's own.
alter table bank_statement add column foreign_currency text
  constraint bank_statement__foreign_currency check (foreign_currency ~ '^[A-Z]{3}$');
