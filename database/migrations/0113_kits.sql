-- 0113 kits: products sold as one, with stock of their parts only.
--
-- Why:       customers buy a kit for a single price, while the warehouse holds and picks its parts.
-- Invariant: a kit has a bill of materials and no move of its own. A line that moves a kit keeps the parts of that moment, for one
--            base unit of the kit; the moves of the parts name the kit. Parts have neither serial numbers nor lots, and no part is
--            a kit. Moves without a kit are the line's own goods.
-- Locks:     product and stock_move for a moment: columns without a stored value; a new table.
alter table product add column kit boolean not null default false;
alter table stock_move add column kit_sku_id bigint;

create table line_part (
  tenant_id    bigint not null,
  document_id  bigint not null,
  line         integer not null,
  sku_id       bigint not null,
  -- In base units, for one base unit of the kit.
  quantity     numeric(24,6) not null constraint line_part__quantity check (quantity > 0),
  primary key (tenant_id, document_id, line, sku_id),
  constraint line_part__line foreign key (tenant_id, document_id, line) references document_line on delete cascade,
  constraint line_part__sku foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index line_part__of_sku on line_part (tenant_id, sku_id);

alter table line_part enable row level security;
alter table line_part force row level security;
create policy own_tenant on line_part
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on line_part to {{app}};
