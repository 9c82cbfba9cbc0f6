-- 0047 requests to buy: what was asked for and is not ordered yet is found without what was.
--
-- Why:       the home page counts what waits to be bought; the list of requests keeps all that ever were.
-- Invariant: none; what can be read stays as it was. Other kinds pay nothing for it.
-- Locks:     share on document while the index is built.
create index document__requests_to_buy on document (tenant_id, kind)
  where kind = 'purchaseRequest' and approval = 'approved' and not closed and progress <> 'complete' and deleted_at is null;
