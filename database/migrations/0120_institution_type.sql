-- 0120 institution type: company, department or shop.
--
-- Why:       a tree of institutions mixes legal companies, their departments and their shops.
-- Invariant: existing institutions are departments, the commonest type; people change the type.
-- Locks:     institution for a moment.
alter table institution add column type text not null default 'department';
alter table institution add constraint institution__type
  check (type in ('company', 'department', 'shop')) not valid;
