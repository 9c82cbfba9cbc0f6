-- 0004 dump_import: companies that the platform's people bring over from a dump of another program.
--
-- Why:       an import takes minutes and goes on beside the request, so whoever asks any process must hear how far it is.
-- Invariant: at most one runs at a time; a row belongs to the platform's own people.
-- Locks:     a new table, safe while the server runs.

create table dump_import (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  state            text not null constraint dump_import__state check (state in ('reading', 'importing', 'done', 'failed')),
  user_id          bigint not null,
  file_name        text not null,
  -- Each company that was asked for, and how far it has come.
  companies        jsonb not null default '[]',
  -- What was brought, left and reckoned of each that is done.
  reports          jsonb not null default '[]',
  -- Why the file was not taken: { key, facts }.
  failure          jsonb,
  -- The process that works on it says so every few seconds; an import that has fallen silent is dead.
  touched_at       timestamptz not null default now(),
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint dump_import__user foreign key (tenant_id, user_id) references app_user
);
create unique index dump_import__one_running on dump_import (tenant_id) where state in ('reading', 'importing');

alter table dump_import enable row level security;
alter table dump_import force row level security;
create policy own_tenant on dump_import
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on dump_import to {{app}};
