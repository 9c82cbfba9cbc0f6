-- 0030 keep overpayment: whether what is paid beyond all debts is kept for later, or refused.
--
-- Why:       a customer pays more than is open, or a supplier is paid more; some companies keep it, others want the mistake told.
-- Invariant: a line of a receipt or payment that names no bill settles what was open before; beyond that it is kept where the
--            company says so, and all such lines of a partner come to nothing less than nothing.
-- Locks:     access exclusive on tenant_setting for a column with a constant default: no row is rewritten.
alter table tenant_setting add column keep_overpayment boolean not null default false;
