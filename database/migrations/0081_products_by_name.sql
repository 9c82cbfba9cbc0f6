-- 0081 products by name: the picker reads the first products from the first on.
--
-- Why:       the first page of the picker sorted all products of a company, a hundred thousand of some.
-- Invariant: none; what can be read stays as it was. A product pays for one index more as it is written.
-- Locks:     none that stop anyone: the index is built beside writers.
-- Apart:     an index cannot be built beside writers in a transaction.
drop index concurrently if exists product__by_name;
create index concurrently product__by_name on product (tenant_id, name, id) where enabled;
