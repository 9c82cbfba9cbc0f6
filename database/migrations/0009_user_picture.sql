-- 0009 user picture: a stored picture may be a person's.
--
-- Why:       who did what is seen faster by a face.
-- Invariant: a file hangs on a product, a brand, a user, a document or a tally, or on nothing.
-- Locks:     stored_file while its rows are checked.

alter table stored_file drop constraint stored_file__owner;
alter table stored_file
  add constraint stored_file__owner check (owner in ('product', 'brand', 'user', 'document', 'tally'));
