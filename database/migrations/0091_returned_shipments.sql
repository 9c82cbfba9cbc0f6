-- 0091 returned shipments: a parcel that could not be delivered comes back to its sender.
--
-- Why:       carriers report returned parcels, which are neither delivered nor lost.
-- Invariant: none; the states of before stay.
-- Locks:     logistics_order and logistics_track, for a moment each; rows are read by the proof that follows.
alter table logistics_order drop constraint logistics_order__state;
alter table logistics_order add constraint logistics_order__state
  check (state in ('created', 'pickedUp', 'inTransit', 'outForDelivery', 'delivered', 'exception', 'returned',
    'cancelled'))
  not valid;
alter table logistics_track drop constraint logistics_track__state;
alter table logistics_track add constraint logistics_track__state
  check (state in ('created', 'pickedUp', 'inTransit', 'outForDelivery', 'delivered', 'exception', 'returned',
    'cancelled'))
  not valid;
