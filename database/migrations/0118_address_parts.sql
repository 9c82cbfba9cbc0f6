-- 0118 address parts: city, state or province and country of warehouses and of both ends of shipments.
--
-- Why:       FedEx takes structured addresses only; a text is never guessed apart.
-- Invariant: empty if unknown; country is an ISO 3166 code of two letters.
-- Locks:     warehouse and logistics_order, for a moment each.
alter table warehouse add column phone text not null default '';
alter table warehouse add column postcode text not null default '';
alter table warehouse add column city text not null default '';
alter table warehouse add column region text not null default '';
alter table warehouse add column country text not null default '';
alter table logistics_order add column city text not null default '';
alter table logistics_order add column region text not null default '';
alter table logistics_order add column country text not null default '';
alter table logistics_order add column sender_city text not null default '';
alter table logistics_order add column sender_region text not null default '';
alter table logistics_order add column sender_country text not null default '';
