-- 0092 returned shipments proved: stored states of shipments and events are read once.
--
-- Why:       the constraints of 0091 hold for rows of before, too.
-- Invariant: shipments and events have declared states.
-- Locks:     none that stops anyone.
alter table logistics_order validate constraint logistics_order__state;
alter table logistics_track validate constraint logistics_track__state;
