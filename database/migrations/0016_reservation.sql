-- 0016 reservation: stock set aside is called so.
--
-- Why:       a claim is what a buyer has on the one who sent too little; and files and keys were claimed too.
-- Invariant: what is reserved is as it was (S10).
-- Locks:     access exclusive on stock_claim, for a moment.
alter table stock_claim rename to stock_reservation;
alter table stock_reservation rename constraint stock_claim__source to stock_reservation__source;
alter table stock_reservation rename constraint stock_claim__not_below_zero to stock_reservation__not_below_zero;
alter table stock_reservation rename constraint stock_claim__warehouse to stock_reservation__warehouse;
alter table stock_reservation rename constraint stock_claim__sku to stock_reservation__sku;
alter table stock_reservation rename constraint stock_claim_pkey to stock_reservation_pkey;
alter index stock_claim__of_sku rename to stock_reservation__of_sku;
alter index stock_claim__of_source rename to stock_reservation__of_source;
