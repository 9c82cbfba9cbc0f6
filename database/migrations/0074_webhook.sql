-- 0074 webhook: programs are told of what happens, at an address of their own.
--
-- Why:       a program that asks every minute whether an order came asks in vain nearly always, and late when it did.
-- Invariant: what is told stands here with what happened, in one transaction: neither lost nor made up. A secret stands sealed
--            in a table of its own. What of one document is told arrives in its order.
-- Locks:     new tables; role_function as in 0042.
create table webhook (
  tenant_id    bigint not null,
  id           bigint generated always as identity,
  name         text not null,
  -- Whose scopes, and whose user, say what it may be told of.
  app_id       bigint not null,
  url          text not null,
  events       text[] not null,
  remark       text not null default '',
  enabled      boolean not null default true,
  version      integer not null default 1,
  created_at   timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint webhook__name_once unique (tenant_id, name)
);
alter table webhook
  add constraint webhook__app foreign key (tenant_id, app_id) references oauth_app (tenant_id, id) on delete cascade;
create index webhook__of_app on webhook (tenant_id, app_id);

create table webhook_secret (
  tenant_id    bigint not null,
  webhook_id   bigint not null,
  sealed       text not null,
  created_at   timestamptz not null default now(),
  primary key (tenant_id, webhook_id)
);
alter table webhook_secret
  add constraint webhook_secret__webhook foreign key (tenant_id, webhook_id) references webhook (tenant_id, id)
    on delete cascade;

-- Who sends for a webhook now, and what came of it last. It begins with the first secret: unsigned, nothing is sent.
create table webhook_turn (
  tenant_id     bigint not null,
  webhook_id    bigint not null,
  -- A process sends for it until then, or has died; past: when it was sent for last.
  taken_until   timestamptz,
  -- It is left alone until then.
  rests_until   timestamptz,
  -- Since when nothing was accepted; null: the last was.
  failing_since timestamptz,
  answered_at   timestamptz,
  outcome       text,
  status        integer,
  answer        text not null default '',
  primary key (tenant_id, webhook_id)
);
alter table webhook_turn
  add constraint webhook_turn__webhook foreign key (tenant_id, webhook_id) references webhook (tenant_id, id)
    on delete cascade;

create table webhook_delivery (
  tenant_id    bigint not null,
  id           bigint generated always as identity,
  webhook_id   bigint not null,
  event        text not null,
  -- What it happened to, or what that goes with; null: it is a trial.
  document_id  bigint,
  number       text not null default '',
  created_at   timestamptz not null default now(),
  state        text not null default 'waiting' constraint webhook_delivery__state
    check (state in ('waiting', 'delivered', 'dropped')),
  next_at      timestamptz not null default now(),
  -- How often it was sent.
  tries        smallint not null default 0,
  answered_at  timestamptz,
  -- What came of the last time; null: there was none yet.
  outcome      text constraint webhook_delivery__outcome check (outcome in ('delivered', 'refused', 'noAnswer', 'hidden')),
  status       integer,
  answer       text not null default '',
  primary key (tenant_id, id)
);
alter table webhook_delivery
  add constraint webhook_delivery__webhook foreign key (tenant_id, webhook_id) references webhook (tenant_id, id)
    on delete cascade;
alter table webhook_delivery
  add constraint webhook_delivery__document foreign key (tenant_id, document_id) references document (tenant_id, id);
create index webhook_delivery__newest on webhook_delivery (tenant_id, webhook_id, id desc);
create index webhook_delivery__waiting on webhook_delivery (tenant_id, webhook_id, next_at) where state = 'waiting';
create index webhook_delivery__of_document on webhook_delivery (tenant_id, document_id, id);

do $$
declare
  wall text;
begin
  foreach wall in array array['webhook', 'webhook_secret', 'webhook_turn', 'webhook_delivery'] loop
    execute format('alter table %I enable row level security', wall);
    execute format('alter table %I force row level security', wall);
    execute format(
      'create policy own_tenant on %I using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)', wall);
    execute format('grant select, insert, update, delete on %I to {{app}}', wall);
  end loop;
end $$;
-- The worker finds what waits, whichever company's it is, and takes its turn; what is told it does not see.
grant select (tenant_id, id, enabled) on webhook to {{worker}};
create policy worker_all on webhook to {{worker}} using (true);
grant select (tenant_id, webhook_id, taken_until, rests_until), update (taken_until) on webhook_turn to {{worker}};
create policy worker_all on webhook_turn to {{worker}} using (true);
grant select (tenant_id, webhook_id, state, next_at) on webhook_delivery to {{worker}};
create policy worker_all on webhook_delivery to {{worker}} using (true);

-- Who keeps applications keeps what they are told.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    update role_function set buttons = array['1']
    where tenant_id = company and function_url = '/system/open_api' and buttons = '{}' and exists (
      select from role_function held
      where held.tenant_id = company and held.role_id = role_function.role_id
        and held.function_url = '/system/oauth' and '1' = any(held.buttons));
  end loop;
  set local app.tenant_id = '';
end $$;
