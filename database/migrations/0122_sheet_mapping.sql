-- 0122 mappings of columns: the columns of a file chosen by hand, for the next file with the same headings.
--
-- Why:       a company moves in with several files of each former program, imported by several users.
-- Invariant: a sheet has one mapping for a row of headings. The key is a digest, because the headings of a
--            file may be longer than an index allows.
-- Locks:     a new table.
create table sheet_mapping (
  tenant_id bigint not null,
  sheet     text not null,
  digest    text not null constraint sheet_mapping__digest check (length(digest) = 64),
  headings  text not null,
  -- The field of each column from the left; null: not read.
  columns   text[] not null,
  used_at   timestamptz not null default now(),
  primary key (tenant_id, sheet, digest)
);

alter table sheet_mapping enable row level security;
alter table sheet_mapping force row level security;
create policy own_tenant on sheet_mapping
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on sheet_mapping to {{app}};
