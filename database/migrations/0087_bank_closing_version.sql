-- 0087 bank closing version: the closing balance of a bank statement is changed only by who has read it as it is.
--
-- Why:       of several users who set it, the last won in silence.
-- Invariant: grows by one with each change of `closing`, and with nothing else.
-- Locks:     bank_statement for a moment.

alter table bank_statement add column version integer not null default 1;
