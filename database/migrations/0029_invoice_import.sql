-- 0029 invoice import: a list of invoices that came in together can be taken back together.
--
-- Why:       voiding the invoices of a wrong list would keep their numbers, so that the right list could not come in.
-- Invariant: an invoice that came with a list says with which; a list is taken back once, whole, while none of its invoices was
--            changed or voided since.
-- Locks:     a new table; access exclusive on invoice for a column without a default and a key that no row has yet.
create table invoice_import (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  user_id          bigint not null,
  -- How many came in.
  invoices         integer not null constraint invoice_import__invoices check (invoices > 0),
  undone_at        timestamptz,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint invoice_import__user foreign key (tenant_id, user_id) references app_user
);
create index invoice_import__newest on invoice_import (tenant_id, user_id, id desc);
alter table invoice_import enable row level security;
alter table invoice_import force row level security;
create policy own_tenant on invoice_import
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update on invoice_import to {{app}};

alter table invoice add column import_id bigint;
alter table invoice add constraint invoice__import foreign key (tenant_id, import_id) references invoice_import;
create index invoice__of_import on invoice (tenant_id, import_id) where import_id is not null;
grant delete on invoice to {{app}};
