-- 0033 period closing: who closed the books up to which day, or opened them again, and what was open then.
--
-- Why:       the day alone did not say who closed it and why it was opened again.
-- Invariant: rows are only ever added; opening says why, and the day that the last row names is the company's.
-- Locks:     a new table; rows of roles are added company by company.
create table period_closing (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  action           text not null constraint period_closing__action check (action in ('closePeriod', 'reopenPeriod')),
  closed_before    date,
  closed_until     date,
  reason           text not null default '',
  drafts           integer not null,
  negative_stock   integer not null,
  unpaid_sales     integer not null,
  unpaid_purchases integer not null,
  not_invoiced     integer not null,
  user_id          bigint not null,
  at               timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint period_closing__reason check (action = 'closePeriod' or reason <> ''),
  constraint period_closing__moves check (case action
    when 'closePeriod' then closed_until > coalesce(closed_before, '-infinity')
    else closed_before > coalesce(closed_until, '-infinity') end),
  constraint period_closing__user foreign key (tenant_id, user_id) references app_user
);
alter table period_closing enable row level security;
alter table period_closing force row level security;
create policy own_tenant on period_closing
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert on period_closing to {{app}};

-- Drafts of a period are few among its documents.
create index document__drafts on document (tenant_id, business_date) where approval = 'draft' and not in_force and deleted_at is null;

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    -- Who could close before can close now: closed days stood among the settings.
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select tenant_id, role_id, '/financial/period_closing', '{2,3,7}'
    from role_function where tenant_id = company and function_url = '/system/system_config' and buttons @> '{1}'
    on conflict (tenant_id, role_id, function_url) do nothing;
    -- Who keeps the money may close, as new companies' roles have it.
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select held.tenant_id, held.role_id, '/financial/period_closing', '{2,3,7}'
    from role_function held
    join role_function beside on beside.tenant_id = company and beside.role_id = held.role_id
      and beside.function_url = '/financial/money_out' and beside.buttons @> '{2,7}'
    where held.tenant_id = company and held.function_url = '/financial/money_in' and held.buttons @> '{2,7}'
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
