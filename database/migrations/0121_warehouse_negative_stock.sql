-- 0121 warehouse negative stock: a warehouse may allow or forbid stock below zero by itself.
--
-- Why:       goods of a third party's warehouse are often sold before they are booked in, while the own
--            warehouses forbid it.
-- Invariant: 'company' follows the switch of the company, as all warehouses did before.
-- Locks:     warehouse for a moment.
alter table warehouse add column negative_stock text not null default 'company';
alter table warehouse add constraint warehouse__negative_stock
  check (negative_stock in ('company', 'allow', 'forbid')) not valid;
