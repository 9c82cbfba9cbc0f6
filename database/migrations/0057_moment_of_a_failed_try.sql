-- 0057 moment of a failed try: when the last failure was counted.
--
-- Why:       whether a window is over is asked as a failure is counted; a cluster takes no clock where rows are changed that are there.
-- Invariant: none but that of 0054.
-- Locks:     failed_try for a moment.
alter table failed_try add column at timestamptz not null default now();
