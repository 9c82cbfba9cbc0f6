-- 0021 revenue class: what income and expense items are sorted by, in a tree.
--
-- Why:       a company wants to know what it earned and spent by more than single items.
-- Invariant: a class stands below a class of its own type, and an item points at one of its own; names are unique among the
--            children of a parent. Roles that may open in/out items get the page of the classes with the same buttons.
-- Locks:     access exclusive on in_out_item for a column without a default; rows of roles are added company by company.
create table revenue_class (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  parent_id        bigint,
  type             text not null constraint revenue_class__type check (type in ('income', 'expense')),
  name             text not null,
  number           text not null,
  sort             integer not null default 0,
  remark           text not null default '',
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint revenue_class__name_once unique nulls not distinct (tenant_id, parent_id, name),
  constraint revenue_class__of_type unique (tenant_id, id, type),
  constraint revenue_class__parent foreign key (tenant_id, parent_id, type) references revenue_class (tenant_id, id, type)
);
alter table revenue_class enable row level security;
alter table revenue_class force row level security;
create policy own_tenant on revenue_class
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on revenue_class to {{app}};

alter table in_out_item add column class_id bigint;
alter table in_out_item
  add constraint in_out_item__class foreign key (tenant_id, class_id, type) references revenue_class (tenant_id, id, type);
create index in_out_item__by_class on in_out_item (tenant_id, class_id);

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select tenant_id, role_id, '/system/revenue_classification', buttons
    from role_function where tenant_id = company and function_url = '/system/in_out_item'
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
