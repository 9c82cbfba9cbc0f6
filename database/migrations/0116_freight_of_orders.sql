-- 0116 freight of orders: the freight of a sales order is in the books of an outbound of the order.
--
-- Why:       goods packed and labelled before their outbound exists had freight in no net profit.
-- Invariant: booked freight of a sales order names an outbound not deleted (M17). The outbound owes the amount (M14).
-- Locks:     access exclusive on freight_info for a moment, because the column is null; share row exclusive on both tables for a
--            moment, because the key is proved by 0117.
alter table freight_info add column carried_by_id bigint;
alter table freight_info
  add constraint freight_info__carried_by foreign key (tenant_id, carried_by_id) references document (tenant_id, id) not valid;
