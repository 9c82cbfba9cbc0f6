-- 0062 label template: how a company wants its labels, each under a name.
--
-- Why:       labels are printed as a company has drawn them; those that come with the product are kept nowhere.
-- Invariant: a template has a name of its own. What it holds is data that the contract declares, checked before it is written.
-- Locks:     a new table, safe while the server runs.
create table label_template (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  name             text not null,
  template         jsonb not null,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint label_template__name_once unique (tenant_id, name)
);
alter table label_template enable row level security;
alter table label_template force row level security;
create policy own_tenant on label_template
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on label_template to {{app}};
