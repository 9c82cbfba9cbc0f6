-- 0041 newest products: the newest products, and a partner's open bills in other currencies, are read from the first on.
--
-- Why:       the first page of products sorted all of them, and what statements say of other currencies read every open bill.
-- Invariant: none; what can be read stays as it was. A posting pays nothing: the index of open bills has a column more.
-- Locks:     share on product and document while the indexes are built, a few seconds for a million documents.
create index product__newest on product (tenant_id, created_at desc, id desc) where removed_at is null;
drop index document__with_debt;
create index document__with_debt on document (tenant_id, partner_id, kind, currency) where deleted_at is null and debt <> settled;
