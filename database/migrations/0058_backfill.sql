-- 0058 backfill: how far a company's rows have been brought up to a new column.
--
-- Why:       a column that comes while the product works is filled for the rows that are there beside it, in batches
--            (decision 0050); what was killed goes on where it was.
-- Invariant: a company's row names the last key up to which its rows are filled; one that is over has none beyond.
-- Locks:     a new table, safe while the server runs.
create table backfill (
  tenant_id  bigint not null,
  -- The file's.
  name       text not null,
  reached    numeric(20) not null,
  over       boolean not null default false,
  primary key (tenant_id, name)
);
alter table backfill enable row level security;
alter table backfill force row level security;
create policy own_tenant on backfill
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select on backfill to {{app}};
