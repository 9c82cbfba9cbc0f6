-- 0035 purchases that wait: what waits for its approval is found without what was approved.
--
-- Why:       the page of those who approve read every purchase of three months to find the few that wait.
-- Invariant: none; what can be read stays as it was. Sales pay nothing for it, a purchase one entry until it is approved.
-- Locks:     share on document while the index is built.
create index document__purchases_that_wait on document (tenant_id, kind, business_time)
  where kind in ('purchaseRequest', 'purchaseOrder', 'purchaseIn', 'purchaseBack') and approval = 'draft' and deleted_at is null;
