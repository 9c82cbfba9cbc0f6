-- 0106 carrier tracking: the tracking number of a label as the carrier spells it.
--
-- Why:       a carrier is asked to void or track by its own spelling; the stored number has the normal form.
-- Invariant: empty without a label of the carrier, and for labels of before, whose spelling is unknown.
-- Locks:     logistics_order for a moment.
alter table logistics_order add column carrier_tracking text not null default '';
