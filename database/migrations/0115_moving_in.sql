-- 0115 moving in: figures of the former program, compared with the books, and the name of the program.
--
-- Why:       a company that moves in proves that its stock, debts and balances arrived.
-- Invariant: a figure has at most one subject, and is unique by kind, day and subject.
-- Locks:     new tables; rows of roles, company by company.
create table moving_figure (
  tenant_id    bigint not null,
  id           bigint generated always as identity,
  figure_kind  text not null,
  warehouse_id bigint,
  partner_id   bigint,
  account_id   bigint,
  -- Both figures are as of the end of this day.
  day          date not null,
  -- In the company's currency, or in base units.
  figure       numeric(24,6) not null,
  remark       text not null default '',
  version      integer not null default 1,
  created_at   timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint moving_figure__figure_kind_once
    unique nulls not distinct (tenant_id, figure_kind, day, warehouse_id, partner_id, account_id),
  constraint moving_figure__subject check (num_nonnulls(warehouse_id, partner_id, account_id) <= 1),
  constraint moving_figure__warehouse foreign key (tenant_id, warehouse_id) references warehouse,
  constraint moving_figure__partner foreign key (tenant_id, partner_id) references partner,
  constraint moving_figure__account foreign key (tenant_id, account_id) references account
);
create index moving_figure__of_warehouse on moving_figure (tenant_id, warehouse_id);
create index moving_figure__of_partner on moving_figure (tenant_id, partner_id);
create index moving_figure__of_account on moving_figure (tenant_id, account_id);

alter table moving_figure enable row level security;
alter table moving_figure force row level security;
create policy own_tenant on moving_figure
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on moving_figure to {{app}};

create table moving_source (
  tenant_id bigint primary key,
  -- Code of a known program, or a typed name.
  program   text not null
);
alter table moving_source enable row level security;
alter table moving_source force row level security;
create policy own_tenant on moving_source
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on moving_source to {{app}};

-- Roles that keep the settings of the company move it in.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select tenant_id, role_id, '/system/moving_in', array['1', '3']
    from role_function
    where tenant_id = company and '1' = any(buttons) and function_url = '/system/system_config'
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
