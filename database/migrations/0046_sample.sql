-- 0046 sample: a company may trade for a year by itself, to be looked at, and be emptied again.
--
-- Why:       a program is understood by goods, partners and documents in it; who starts has none. What was tried out has to go
--            again, ledgers and all, which no one else may ever do.
-- Invariant: only a company with a row here can be emptied, and a row is made with its company, never later. Users with their
--            pictures and institutions, roles, settings, what is printed how, and the log stay.
-- Locks:     none that anybody waits for: a new table.
create table sample (
  tenant_id  bigint primary key,
  -- offered: nothing was done yet; filling: under way, as long as it was touched lately; empty: as a new company.
  state      text not null default 'offered' constraint sample__state check (state in ('offered', 'filling', 'filled', 'failed', 'empty')),
  -- Days of the year that are done.
  done       integer not null default 0,
  total      integer not null default 0,
  touched_at timestamptz not null default now()
);
alter table sample enable row level security;
alter table sample force row level security;
create policy own_tenant on sample
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update on sample to {{app}};

-- Deletes what the company of the session has, but for who works there, its settings and its log. Tables refer to each other: those
-- that others still need come again in the next round, until none is left.
create function empty_sample() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  company bigint := nullif(current_setting('app.tenant_id', true), '')::bigint;
  wall text;
  needed integer;
  before integer := null;
begin
  perform from sample where tenant_id = company and state in ('filled', 'failed') for update;
  if not found then
    raise exception 'this company has no samples' using errcode = '42501';
  end if;
  -- First: a fold under way is waited for while nothing is held that it may wait for.
  delete from unfolded_posting where tenant_id = company;
  loop
    needed := 0;
    for wall in
      select c.relname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all (
        array['tenant', 'tenant_setting', 'sample', 'app_user', 'login', 'session', 'role', 'role_function', 'institution', 'user_institution',
          'user_preference', 'print_template', 'print_logo', 'audit_log', 'idempotency', 'outbox'])
      order by c.relname
    loop
      begin
        execute format('delete from public.%I where tenant_id = $1%s', wall,
          case wall when 'stored_file' then ' and owner is distinct from ''user''' end) using company;
      exception when foreign_key_violation then
        needed := needed + 1;
      end;
    end loop;
    exit when needed = 0;
    if needed = before then
      raise exception 'tables of company % refer to each other in a circle', company;
    end if;
    before := needed;
  end loop;
end $$;
revoke all on function empty_sample() from public;
grant execute on function empty_sample() to {{app}};
