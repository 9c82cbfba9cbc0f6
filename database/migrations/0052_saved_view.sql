-- 0052 saved view: what a list or report is set to stands under a name, to come back to, to share, and to be sent by the clock.
--
-- Why:       who looks at the same rows every morning sets the same filters every morning, and so do their colleagues.
-- Invariant: a view is of one user, whose name for it is the only one of its list. It goes with its user, what is shared goes with
--            its role, and both take schedules along; a view gives no right.
-- Locks:     new tables; stored_file while its rows are checked.
create table saved_view (
  tenant_id     bigint not null,
  id            bigint generated always as identity,
  -- Whose it is.
  user_id       bigint not null,
  -- The id of the list or report, as it is declared.
  list          text not null,
  name          text not null,
  value         jsonb not null,
  version       integer not null default 1,
  created_at    timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint saved_view__name unique (tenant_id, user_id, list, name),
  constraint saved_view__user foreign key (tenant_id, user_id) references app_user on delete cascade
);

-- Whose users may use it, too.
create table saved_view_role (
  tenant_id     bigint not null,
  view_id       bigint not null,
  role_id       bigint not null,
  -- Since when the users of the role start with it who chose nothing themselves; null: they don't. The newest of a list holds.
  default_since timestamptz,
  primary key (tenant_id, view_id, role_id),
  constraint saved_view_role__view foreign key (tenant_id, view_id) references saved_view on delete cascade,
  constraint saved_view_role__role foreign key (tenant_id, role_id) references role on delete cascade
);
create index saved_view_role__of_role on saved_view_role (tenant_id, role_id);

-- What a user starts a list with.
create table saved_view_default (
  tenant_id     bigint not null,
  user_id       bigint not null,
  list          text not null,
  -- Null: as the page starts, whatever the user's role starts with.
  view_id       bigint,
  primary key (tenant_id, user_id, list),
  constraint saved_view_default__user foreign key (tenant_id, user_id) references app_user on delete cascade,
  constraint saved_view_default__view foreign key (tenant_id, view_id) references saved_view on delete cascade
);
create index saved_view_default__of_view on saved_view_default (tenant_id, view_id);

-- A view that a user gets as a message with its file, by the company's clock.
create table view_schedule (
  tenant_id     bigint not null,
  id            bigint generated always as identity,
  view_id       bigint not null,
  -- Who gets it.
  user_id       bigint not null,
  every         text not null constraint view_schedule__every check (every in ('day', 'week', 'month')),
  -- Of the week from 1, Monday; of the month from 1, in a shorter month its last.
  on_day        smallint not null default 1 constraint view_schedule__on_day check (on_day between 1 and 31),
  hour          smallint not null constraint view_schedule__hour check (hour between 0 and 23),
  format        text not null constraint view_schedule__format check (format in ('xlsx', 'csv')),
  -- What its headings are written in.
  language      text not null constraint view_schedule__language check (language in ('zh-cn', 'en')),
  next_at       timestamptz not null,
  -- A process works at it until then, or has died; how often one took it for this time.
  taken_until   timestamptz,
  tries         smallint not null default 0,
  -- What came of the last time: 'sent', or why nothing was; null: there was none yet.
  outcome       text,
  outcome_at    timestamptz,
  primary key (tenant_id, id),
  constraint view_schedule__once unique (tenant_id, user_id, view_id),
  constraint view_schedule__view foreign key (tenant_id, view_id) references saved_view on delete cascade,
  constraint view_schedule__user foreign key (tenant_id, user_id) references app_user on delete cascade
);
create index view_schedule__of_view on view_schedule (tenant_id, view_id);
-- Of all companies: which of them is next.
create index view_schedule__next on view_schedule (next_at);

do $$
declare
  wall text;
begin
  foreach wall in array array['saved_view', 'saved_view_role', 'saved_view_default', 'view_schedule'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
    execute format(
      'create policy own_tenant on %I using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)', wall);
    execute format('grant select, insert, update, delete on %I to {{app}}', wall);
  end loop;
end $$;
-- The worker takes what is due, whichever company's it is.
grant select, update (taken_until, tries) on view_schedule to {{worker}};
create policy worker_all on view_schedule to {{worker}} using (true);

alter table stored_file drop constraint stored_file__owner;
alter table stored_file
  add constraint stored_file__owner check (owner in ('product', 'brand', 'user', 'document', 'tally', 'invoice', 'schedule'));
