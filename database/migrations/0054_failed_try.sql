-- 0054 failed try: how often somebody failed to sign in, for all processes together.
--
-- Why:       a guesser who is shut out by one process must not go on at the next.
-- Invariant: a row is written for what was compared and found wrong, never for what was turned away: comparing takes its time, so
--            no one fills the table. What is over is swept every five minutes.
-- Locks:     a new table, safe while the server runs.
create table failed_try (
  -- A hash of what is counted: a name from a source, a source, a user. None of them can be read from it.
  key       bytea primary key,
  failures  integer not null constraint failed_try__counts check (failures > 0),
  -- Counted from the first on; then it is forgotten.
  until     timestamptz not null
);
grant select, insert, update, delete on failed_try to {{app}};
