-- 0104 promotion goods stay: a barcode named by a promotion cannot be deleted.
--
-- Why:       a deleted barcode left the promotion silently; a promotion without goods holds for all goods, so an offer for one
--            product became an offer for everything.
-- Invariant: the goods of a promotion change only with the promotion.
-- Locks:     promotion_goods and barcode against writes for a moment, while the few goods of promotions are checked.
alter table promotion_goods drop constraint promotion_goods__barcode;
alter table promotion_goods
  add constraint promotion_goods__barcode foreign key (tenant_id, barcode_id) references barcode (tenant_id, id);
