-- 0095 plan: how many users, warehouses, products and applications a plan allows, and every renewal of a term.
--
-- Why:       a company on trial could make any number of warehouses, products and applications, and no one could
--            tell who had paid for which time.
-- Invariant: tenant.plan names a row of plan, which is never deleted; a limit of null allows any number.
--            Renewals are only added. Trial companies from before go on without limits, on a plan of their own.
-- Locks:     tenant, for a moment; its rows are few.
create table plan (
  code              text primary key constraint plan__code check (code ~ '^[a-z][a-z0-9_]{0,29}$'),
  name_zh           text not null,
  name_en           text not null,
  -- Users of a company that is put on the plan; the company's own number may differ.
  user_limit        integer not null constraint plan__user_limit check (user_limit > 0),
  warehouse_limit   integer constraint plan__warehouse_limit check (warehouse_limit > 0),
  product_limit     integer constraint plan__product_limit check (product_limit >= 0),
  application_limit integer constraint plan__application_limit check (application_limit >= 0),
  sort              integer not null default 0,
  version           integer not null default 1,
  constraint plan__name_zh_once unique (name_zh),
  constraint plan__name_en_once unique (name_en)
);
grant select, insert, update on plan to {{app}};
insert into plan
  (code, name_zh, name_en, user_limit, warehouse_limit, product_limit, application_limit, sort)
values
  ('free', '试用', 'Trial', 3, 1, 200, 0, 1),
  ('paid', '付费', 'Paid', 20, null, null, null, 2),
  ('unlimited', '不限', 'Unlimited', 50, null, null, null, 3);

alter table tenant drop constraint tenant__plan;
alter table tenant add constraint tenant__plan check (plan ~ '^[a-z][a-z0-9_]{0,29}$');
update tenant set plan = 'unlimited' where plan = 'free';

create table tenant_renewal (
  tenant_id         bigint not null references tenant,
  id                bigint generated always as identity,
  renewed_at        timestamptz not null default now(),
  -- Login name of the operator, whom the company does not know.
  operator          text not null,
  from_at           timestamptz not null,
  to_at             timestamptz not null,
  plan              text not null,
  months            integer not null constraint tenant_renewal__months check (months > 0),
  -- Amount paid to the platform; null: not told.
  amount            numeric(18, 6),
  remark            text not null default '',
  primary key (tenant_id, id),
  constraint tenant_renewal__forward check (from_at < to_at)
);
alter table tenant_renewal enable row level security;
alter table tenant_renewal force row level security;
create policy own_tenant on tenant_renewal
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert on tenant_renewal to {{app}};

-- Emptying sample data leaves the renewals.
create or replace function empty_sample() returns void
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
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> all (
        array['tenant', 'tenant_setting', 'sample', 'app_user', 'login', 'session', 'role', 'role_function',
          'institution', 'user_institution', 'user_preference', 'print_template', 'print_logo', 'audit_log',
          'idempotency', 'outbox',
          'tenant_renewal'])
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
