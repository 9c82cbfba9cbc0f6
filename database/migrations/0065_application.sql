-- 0065 application: a program signs in by an id and a secret, and then reads what one user of its company may read.
--
-- Why:       other programs of a company ask for its goods, stock, partners and papers without a person's password.
-- Invariant: an application reaches what its user reaches, narrowed by its scopes; a sign that opened a token opens no other. Its
--            token is a session that names it, and opens nothing but the open API.
-- Locks:     new tables; session for a moment, for a column without a default.
create table oauth_app (
  tenant_id     bigint not null,
  id            bigint generated always as identity,
  name          text not null,
  -- What it is known by outside, behind the company's id.
  key           text not null default replace(gen_random_uuid()::text, '-', '')
    constraint oauth_app__key check (key ~ '^[0-9a-f]{32}$'),
  -- As whom it works.
  user_id       bigint not null,
  scopes        text[] not null,
  valid_minutes integer not null constraint oauth_app__valid check (valid_minutes between 5 and 43200),
  -- From where alone it may call; none: from anywhere.
  addresses     text[] not null default '{}',
  remark        text not null default '',
  enabled       boolean not null default true,
  last_used_at  timestamptz,
  version       integer not null default 1,
  created_at    timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint oauth_app__name unique (tenant_id, name),
  constraint oauth_app__key_once unique (tenant_id, key),
  constraint oauth_app__user foreign key (tenant_id, user_id) references app_user
);
create index oauth_app__of_user on oauth_app (tenant_id, user_id);

create table oauth_secret (
  tenant_id     bigint not null,
  id            bigint generated always as identity,
  app_id        bigint not null,
  sealed        text not null,
  created_at    timestamptz not null default now(),
  -- Replaced: good until then. Null: the present one.
  until         timestamptz,
  primary key (tenant_id, id),
  constraint oauth_secret__app foreign key (tenant_id, app_id) references oauth_app on delete cascade
);
create index oauth_secret__of_app on oauth_secret (tenant_id, app_id);

-- Signs that opened a token, while their time is within what clocks may differ by.
create table oauth_sign (
  tenant_id     bigint not null,
  app_id        bigint not null,
  asked_at      bigint not null,
  primary key (tenant_id, app_id, asked_at),
  constraint oauth_sign__app foreign key (tenant_id, app_id) references oauth_app on delete cascade
);

alter table session add column application_id bigint;

do $$
declare
  wall text;
begin
  foreach wall in array array['oauth_app', 'oauth_secret', 'oauth_sign'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
    execute format(
      'create policy own_tenant on %I using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)', wall);
    execute format('grant select, insert, update, delete on %I to {{app}}', wall);
  end loop;
end $$;
