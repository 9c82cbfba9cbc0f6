-- 0096 promotions: rules that reduce the amounts of sales lines, and the uses of documents.
--
-- Why:       a sale by a promotion was a price typed by hand, without a reason on the line.
-- Invariant: a line with a regular price took part in promotions, and its amount is the regular amount less their discount. A
--            document has at most one row of uses for each promotion, written with the document. Existing lines took no part.
-- Locks:     new tables; document and document_line for a moment each, for columns with constant defaults; role_function as in 0042.
create table promotion (
  tenant_id         bigint not null,
  id                bigint generated always as identity,
  name              text not null,
  kind              text not null
    constraint promotion__kind check (kind in ('percent', 'amount', 'xForY', 'bundle', 'threshold')),
  rate              numeric(9,6) not null default 0 constraint promotion__rate check (rate between 0 and 100),
  amount            numeric(24,6) not null default 0 constraint promotion__amount check (amount >= 0),
  threshold         numeric(24,6) not null default 0 constraint promotion__threshold check (threshold >= 0),
  take_quantity     numeric(24,6) not null default 0,
  pay_quantity      numeric(24,6) not null default 0,
  -- '' holds without a coupon.
  coupon            text not null default '',
  first_day         date,
  last_day          date,
  -- 0 is unlimited.
  most_per_document numeric(24,6) not null default 0,
  most_per_customer numeric(24,6) not null default 0,
  exclusive         boolean not null default false,
  priority          integer not null default 0,
  remark            text not null default '',
  enabled           boolean not null default true,
  version           integer not null default 1,
  created_at        timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint promotion__name_once unique (tenant_id, name)
);
create table promotion_goods (
  tenant_id    bigint not null,
  promotion_id bigint not null,
  barcode_id   bigint not null,
  -- In a bundle, in the unit of the barcode.
  quantity     numeric(24,6) not null default 1 constraint promotion_goods__quantity check (quantity > 0),
  primary key (tenant_id, promotion_id, barcode_id)
);
alter table promotion_goods
  add constraint promotion_goods__promotion foreign key (tenant_id, promotion_id) references promotion (tenant_id, id)
    on delete cascade;
alter table promotion_goods
  add constraint promotion_goods__barcode foreign key (tenant_id, barcode_id) references barcode (tenant_id, id)
    on delete cascade;
create index promotion_goods__of_barcode on promotion_goods (tenant_id, barcode_id);
-- Uses stay with their document, so a deleted promotion leaves the document explained.
create table promotion_use (
  tenant_id    bigint not null,
  document_id  bigint not null,
  promotion_id bigint not null,
  partner_id   bigint,
  uses         numeric(24,6) not null constraint promotion_use__uses check (uses > 0),
  primary key (tenant_id, document_id, promotion_id)
);
create index promotion_use__of_customer on promotion_use (tenant_id, promotion_id, partner_id);

alter table document add column coupon_code text not null default '';
alter table document_line add column regular_price numeric(24,6);
alter table document_line add column promotions text not null default '';

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    insert into role_function (tenant_id, role_id, function_url, buttons)
    select tenant_id, role_id, '/bill/promotion', array['1', '3']
    from role_function where tenant_id = company and function_url = '/material/price_list' and '1' = any(buttons)
    on conflict (tenant_id, role_id, function_url) do nothing;
  end loop;
  set local app.tenant_id = '';
end $$;
alter table promotion enable row level security;
alter table promotion force row level security;
create policy own_tenant on promotion
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on promotion to {{app}};
alter table promotion_goods enable row level security;
alter table promotion_goods force row level security;
create policy own_tenant on promotion_goods
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on promotion_goods to {{app}};
alter table promotion_use enable row level security;
alter table promotion_use force row level security;
create policy own_tenant on promotion_use
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant select, insert, update, delete on promotion_use to {{app}};
