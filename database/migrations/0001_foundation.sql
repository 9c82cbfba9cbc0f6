-- 0001 foundation: companies, people, products, documents, the two ledgers and their balances.
--
-- Why:       everything the product keeps has one place, and what must hold between rows is said here once.
-- Invariant: every row of a company carries tenant_id, first in every key; ledgers only grow; the application role owns nothing.
-- Locks:     new tables only.
--
-- {{app}} and {{worker}} stand for the roles of this database.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- ---------------------------------------------------------------- platform (no tenant)

create table tenant (
  id               bigint generated always as identity primary key,
  code             text not null constraint tenant__code_once unique,
  name             text not null,
  sort             text not null default 'company' constraint tenant__sort check (sort in ('platform', 'company')),
  -- Whom the company belongs to: the login name of its owner, whom the walls hide from the platform's people.
  owner_login      text not null default '',
  plan             text not null default 'free' constraint tenant__plan check (plan in ('free', 'paid')),
  user_limit       integer not null default 3 constraint tenant__user_limit check (user_limit > 0),
  enabled          boolean not null default true,
  expires_at       timestamptz,
  -- The pages of the menu this company may use; null: all that are not the platform's own.
  function_urls    text[],
  remark           text not null default '',
  created_at       timestamptz not null default now(),
  version          integer not null default 1
);

create table login (
  login_name       text primary key,
  tenant_id        bigint not null references tenant,
  user_id          bigint not null,
  password_hash    text not null,
  must_change      boolean not null default false,
  failures         integer not null default 0,
  locked_until     timestamptz,
  -- The second factor: null while it is off. The last time step whose code was used never opens again.
  totp_secret      text,
  -- A secret that its owner has not yet confirmed by a code.
  totp_pending     text,
  totp_step        bigint not null default 0,
  recovery_hashes  text[] not null default '{}',
  created_at       timestamptz not null default now(),
  constraint login__user_once unique (tenant_id, user_id)
);

create table session (
  token_hash       bytea primary key,
  tenant_id        bigint not null references tenant,
  user_id          bigint not null,
  institution_id   bigint,
  -- Who looks through this user's eyes; such a session only reads. Null: the user.
  viewer_id        bigint,
  address          text not null default '',
  client           text not null default '',
  created_at       timestamptz not null default now(),
  expires_at       timestamptz not null
);
create index session__user on session (tenant_id, user_id);

-- A sign-in that waits for its second factor: good for a few minutes and a few tries, and only while the password that
-- opened it is the user's.
create table login_challenge (
  challenge_hash   bytea primary key,
  tenant_id        bigint not null references tenant,
  user_id          bigint not null,
  password_hash    text not null,
  tries            integer not null default 0,
  expires_at       timestamptz not null
);
create index login_challenge__user on login_challenge (tenant_id, user_id);

create table platform_config (
  key              text primary key,
  label            text not null,
  value            text not null default '',
  public           boolean not null default false,
  -- Set by the platform's people and never told to anybody again.
  secret           boolean not null default false,
  version          integer not null default 1
);

-- The menu: which page stands at which url, and which button codes it offers.
create table function (
  id               bigint generated always as identity primary key,
  number           text not null constraint function__number_once unique,
  parent_number    text not null default '0',
  name_zh          text not null,
  name_en          text not null,
  url              text not null constraint function__url_once unique,
  component        text not null,
  icon             text not null default '',
  buttons          text[] not null default '{}',
  sort             text not null,
  platform_only    boolean not null default false,
  enabled          boolean not null default true,
  -- It can be opened but is not shown in the menu.
  hidden           boolean not null default false,
  version          integer not null default 1
);

-- ---------------------------------------------------------------- the company and its people

create table tenant_setting (
  tenant_id             bigint primary key references tenant,
  company_name          text not null default '',
  company_contacts      text not null default '',
  company_address       text not null default '',
  company_phone         text not null default '',
  company_fax           text not null default '',
  company_post_code     text not null default '',
  sale_agreement        text not null default '',
  time_zone             text not null default 'Asia/Shanghai',
  currency              text not null default 'USD',
  currency_symbol       text not null default '$',
  currency_digits       smallint not null default 2,
  closed_until          date,
  warehouse_grants      boolean not null default false,
  customer_grants       boolean not null default false,
  negative_stock        boolean not null default false,
  purchase_by_sale      boolean not null default false,
  force_approval        boolean not null default false,
  update_unit_price     boolean not null default true,
  over_link             boolean not null default false,
  multi_account         boolean not null default true,
  audit_print           boolean not null default false,
  -- Whoever wrote a purchase may approve it.
  review_by_self        boolean not null default true,
  zero_change_amount    boolean not null default false,
  customer_static_price boolean not null default false,
  price_includes_tax    boolean not null default false,
  -- An audited sales order keeps what it still has to deliver out of others' reach.
  reserve_on_order      boolean not null default false,
  version               integer not null default 1
);

create table institution (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  parent_id        bigint,
  number           text not null default '',
  name             text not null,
  sort             integer not null default 0,
  remark           text not null default '',
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint institution__name_once unique (tenant_id, name),
  constraint institution__parent foreign key (tenant_id, parent_id) references institution
);

create table role (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  name             text not null,
  -- What it is for (manager, salesperson, keeper, finance), by which users are listed; '' for a company's own.
  type             text not null default '',
  data_scope       text not null default 'all' constraint role__data_scope check (data_scope in ('all', 'institution', 'own')),
  hidden_amounts   text[] not null default '{}',
  -- Purchases above this amount take another to approve; null: none do.
  approval_limit   numeric(24,6) constraint role__approval_limit check (approval_limit >= 0),
  remark           text not null default '',
  enabled          boolean not null default true,
  sort             integer not null default 0,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint role__name_once unique (tenant_id, name)
);

-- What a role may open, and which buttons it has there. function_url names a row of the platform's menu.
create table role_function (
  tenant_id        bigint not null,
  role_id          bigint not null,
  function_url     text not null,
  buttons          text[] not null default '{}',
  primary key (tenant_id, role_id, function_url),
  constraint role_function__role foreign key (tenant_id, role_id) references role on delete cascade
);

create table app_user (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  login_name       text not null,
  name             text not null,
  role_id          bigint,
  institution_id   bigint,
  owner            boolean not null default false,
  leader           boolean not null default false,
  hide_amounts     boolean not null default false,
  distributor      boolean not null default false,
  -- Where the company grants warehouses or customers: this user has all of them, those to come too.
  all_warehouses   boolean not null default false,
  all_customers    boolean not null default false,
  job_title        text not null default '',
  phone            text not null default '',
  email            text not null default '',
  remark           text not null default '',
  enabled          boolean not null default true,
  sort             integer not null default 0,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint app_user__login_once unique (tenant_id, login_name),
  constraint app_user__role foreign key (tenant_id, role_id) references role,
  constraint app_user__institution foreign key (tenant_id, institution_id) references institution
);

create table user_institution (
  tenant_id        bigint not null,
  user_id          bigint not null,
  institution_id   bigint not null,
  primary key (tenant_id, user_id, institution_id),
  constraint user_institution__user foreign key (tenant_id, user_id) references app_user,
  constraint user_institution__institution foreign key (tenant_id, institution_id) references institution
);

-- What one user has set up for a page: columns, widths, page size, sort (and later saved filters).
create table user_preference (
  tenant_id        bigint not null,
  user_id          bigint not null,
  name             text not null,
  value            jsonb not null,
  primary key (tenant_id, user_id, name),
  constraint user_preference__user foreign key (tenant_id, user_id) references app_user
);

-- What somebody told users, roles (by audience_ids) or the whole company; each reader has a message of it.
create table announcement (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  title            text not null,
  content          text not null default '',
  audience         text not null constraint announcement__audience check (audience in ('user', 'role', 'company')),
  audience_ids     bigint[] not null default '{}',
  creator_id       bigint not null,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint announcement__creator foreign key (tenant_id, creator_id) references app_user
);

create table message (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  user_id          bigint not null,
  title            text not null,
  content          text not null default '',
  type             text not null default '',
  status           smallint not null default 1 constraint message__status check (status in (1, 2)),
  open_type        text not null default '',
  open_page        text not null default '',
  subject_id       text not null default '',
  announcement_id  bigint,
  -- What it tells of: an event that is handled again tells each reader once.
  event_key        text,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint message__user foreign key (tenant_id, user_id) references app_user,
  constraint message__announcement foreign key (tenant_id, announcement_id) references announcement on delete cascade
);
create index message__unread on message (tenant_id, user_id, status, id desc);
create index message__of_user on message (tenant_id, user_id, id desc);
create index message__of_announcement on message (tenant_id, announcement_id) where announcement_id is not null;
create unique index message__event on message (tenant_id, user_id, event_key) where event_key is not null;

-- How often a page was opened, for the operator's usage page.
create table page_view (
  tenant_id        bigint not null,
  day              date not null,
  url              text not null,
  user_id          bigint not null,
  views            integer not null,
  primary key (tenant_id, day, url, user_id),
  constraint page_view__user foreign key (tenant_id, user_id) references app_user
);

-- How a company prints documents of a kind on a paper, where it is not as the product has it.
create table print_template (
  tenant_id        bigint not null,
  kind             text not null,
  paper            text not null,
  template         jsonb not null,
  version          integer not null default 1,
  primary key (tenant_id, kind, paper)
);

-- The picture on a company's paper, as an address of the `data:` scheme.
create table print_logo (
  tenant_id        bigint primary key references tenant,
  logo             text not null
);

-- ---------------------------------------------------------------- master data

create table warehouse (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  name             text not null,
  type             text not null default 'own',
  address          text not null default '',
  storage_fee      numeric(24,6),
  transport_fee    numeric(24,6),
  principal_id     bigint,
  is_default       boolean not null default false,
  sort             integer not null default 0,
  remark           text not null default '',
  enabled          boolean not null default true,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint warehouse__name_once unique (tenant_id, name),
  constraint warehouse__principal foreign key (tenant_id, principal_id) references app_user
);
create unique index warehouse__one_default on warehouse (tenant_id) where is_default;

create table partner (
  tenant_id          bigint not null,
  id                 bigint generated always as identity,
  type               text not null constraint partner__type check (type in ('supplier', 'customer', 'member')),
  name               text not null,
  mnemonic           text not null default '',
  contacts           text not null default '',
  phone              text not null default '',
  telephone          text not null default '',
  email              text not null default '',
  fax                text not null default '',
  address            text not null default '',
  tax_number         text not null default '',
  tax_rate           numeric(9,6),
  bank_name          text not null default '',
  bank_account       text not null default '',
  opening_receivable numeric(24,6) not null default 0,
  opening_payable    numeric(24,6) not null default 0,
  customer_source    text not null default '',
  main_market        text not null default '',
  -- Which of a barcode's prices they buy at.
  price_level        text not null default 'standard' constraint partner__price_level check (price_level in ('standard', 'distributor', 'platform')),
  creator_id         bigint,
  institution_id     bigint,
  sort               integer not null default 0,
  remark             text not null default '',
  enabled            boolean not null default true,
  -- Taken back with the spreadsheet it came by. The ledger names it, so the row stays; nobody sees it any more.
  removed_at         timestamptz,
  version            integer not null default 1,
  created_at         timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint partner__name_once unique (tenant_id, type, name),
  constraint partner__one_opening check (opening_receivable = 0 or opening_payable = 0),
  constraint partner__creator foreign key (tenant_id, creator_id) references app_user,
  constraint partner__institution foreign key (tenant_id, institution_id) references institution
);
-- Searched far more often than written: a pending list would make the planner avoid it after every import.
create index partner__search on partner using gin (tenant_id, name gin_trgm_ops) with (fastupdate = off);

create table user_warehouse (
  tenant_id        bigint not null,
  user_id          bigint not null,
  warehouse_id     bigint not null,
  primary key (tenant_id, user_id, warehouse_id),
  constraint user_warehouse__user foreign key (tenant_id, user_id) references app_user,
  constraint user_warehouse__warehouse foreign key (tenant_id, warehouse_id) references warehouse on delete cascade
);

create table user_customer (
  tenant_id        bigint not null,
  user_id          bigint not null,
  partner_id       bigint not null,
  primary key (tenant_id, user_id, partner_id),
  constraint user_customer__user foreign key (tenant_id, user_id) references app_user,
  constraint user_customer__partner foreign key (tenant_id, partner_id) references partner on delete cascade
);

create table account (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  name             text not null,
  number           text not null default '',
  opening_amount   numeric(24,6) not null default 0,
  is_default       boolean not null default false,
  sort             integer not null default 0,
  remark           text not null default '',
  enabled          boolean not null default true,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint account__name_once unique (tenant_id, name)
);
create unique index account__one_default on account (tenant_id) where is_default;

create table person (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  type             text not null constraint person__type check (type in ('salesperson', 'keeper', 'finance')),
  name             text not null,
  sort             integer not null default 0,
  enabled          boolean not null default true,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint person__name_once unique (tenant_id, type, name)
);

create table in_out_item (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  type             text not null constraint in_out_item__type check (type in ('income', 'expense')),
  name             text not null,
  sort             integer not null default 0,
  remark           text not null default '',
  enabled          boolean not null default true,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint in_out_item__name_once unique (tenant_id, name)
);

create table unit (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  name             text not null,
  base_unit        text not null,
  sub_unit         text not null,
  ratio            numeric(24,3) not null,
  sub_unit_two     text,
  ratio_two        numeric(24,3),
  sub_unit_three   text,
  ratio_three      numeric(24,3),
  enabled          boolean not null default true,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint unit__name_once unique (tenant_id, name),
  constraint unit__ratios check (ratio > 1 and coalesce(ratio_two, 2) > 1 and coalesce(ratio_three, 2) > 1),
  constraint unit__sub_differs check (base_unit <> sub_unit),
  constraint unit__two_whole check ((sub_unit_two is null) = (ratio_two is null)),
  constraint unit__three_whole check ((sub_unit_three is null) = (ratio_three is null))
);

create table category (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  parent_id        bigint,
  name             text not null,
  number           text not null default '',
  sort             integer not null default 0,
  remark           text not null default '',
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint category__name_once unique nulls not distinct (tenant_id, parent_id, name),
  constraint category__parent foreign key (tenant_id, parent_id) references category
);

create table brand (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  code             text not null,
  name             text not null,
  english_name     text not null default '',
  enabled          boolean not null default true,
  sort             integer not null default 0,
  remark           text not null default '',
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint brand__code_once unique (tenant_id, code),
  constraint brand__name_once unique (tenant_id, name)
);

-- What products may differ in (colour, size), and the values there are; products take over the ones they come in.
create table attribute (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  name             text not null,
  choices          text[] not null,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint attribute__name_once unique (tenant_id, name)
);

-- What the company calls the three texts of a product that are its own; without a row they keep their plain names.
create table product_property (
  tenant_id        bigint not null,
  id               bigint not null constraint product_property__three check (id between 1 and 3),
  alias            text not null,
  version          integer not null default 1,
  primary key (tenant_id, id)
);

-- Work that is charged beside goods.
create table service (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  name             text not null,
  fee              numeric(24,6) not null constraint service__fee check (fee >= 0),
  charge_mode      text not null constraint service__charge_mode check (charge_mode in ('order', 'piece', 'weight')),
  item_id          bigint,
  enabled          boolean not null default true,
  sort             integer not null default 0,
  remark           text not null default '',
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint service__name_once unique (tenant_id, name),
  constraint service__item foreign key (tenant_id, item_id) references in_out_item
);

-- Pictures and papers. One that nothing has claimed yet belongs to whoever brought it.
create table stored_file (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  owner            text constraint stored_file__owner check (owner in ('product', 'brand', 'document', 'tally')),
  owner_id         bigint,
  position         integer not null default 0,
  name             text not null,
  type             text not null,
  size             integer not null,
  bytes            bytea not null,
  -- A small picture of it; null where it is no picture.
  thumbnail        bytea,
  creator_id       bigint not null,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint stored_file__creator foreign key (tenant_id, creator_id) references app_user,
  constraint stored_file__owned_whole check ((owner is null) = (owner_id is null))
);
-- They are compressed already, and a part of one is never asked for.
alter table stored_file alter column bytes set storage external, alter column thumbnail set storage external;
create index stored_file__of_owner on stored_file (tenant_id, owner, owner_id, position);

create table product (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  name             text not null,
  english_name     text not null default '',
  mnemonic         text not null default '',
  category_id      bigint,
  standard         text not null default '',
  model            text not null default '',
  color            text not null default '',
  brand_id         bigint,
  -- The brand's name again, so that one index over all texts finds it.
  brand            text not null default '',
  maker            text not null default '',
  origin           text not null default '',
  -- One of the two: a single unit's name, or a group of units.
  unit_name        text,
  unit_id          bigint,
  weight           numeric(24,6),
  shelf_life_days  integer,
  serial_managed   boolean not null default false,
  lot_managed      boolean not null default false,
  shelf_position   text not null default '',
  -- What its SKUs differ in: up to three of { id, values }, in order. Empty: it has one SKU, itself.
  attributes       jsonb not null default '[]',
  property_one     text not null default '',
  property_two     text not null default '',
  property_three   text not null default '',
  remark           text not null default '',
  enabled          boolean not null default true,
  -- Taken back with the spreadsheet it came by. The ledger names it, so the row stays; nobody sees it any more.
  removed_at       timestamptz,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint product__category foreign key (tenant_id, category_id) references category,
  constraint product__unit foreign key (tenant_id, unit_id) references unit,
  constraint product__brand foreign key (tenant_id, brand_id) references brand,
  constraint product__one_unit check ((unit_name is null) <> (unit_id is null)),
  constraint product__serial_or_lot check (not (serial_managed and lot_managed))
);
-- One index over every text that a keyword may stand in.
create index product__search on product using gin (tenant_id, name gin_trgm_ops, mnemonic gin_trgm_ops,
  standard gin_trgm_ops, model gin_trgm_ops, color gin_trgm_ops, brand gin_trgm_ops, maker gin_trgm_ops,
  property_one gin_trgm_ops, property_two gin_trgm_ops, property_three gin_trgm_ops) with (fastupdate = off);

-- A product in one combination of attributes: what stock is kept of. Attributes empty: the product itself.
create table sku (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  product_id       bigint not null,
  code             text not null default '',
  -- The code others know it by: a supplier's, a shop platform's.
  outer_code       text not null default '',
  attributes       text not null default '',
  primary key (tenant_id, id),
  constraint sku__product foreign key (tenant_id, product_id) references product on delete cascade,
  constraint sku__attributes_once unique (tenant_id, product_id, attributes)
);

-- A code that names a SKU in one unit, and what it costs in that unit.
create table barcode (
  tenant_id         bigint not null,
  id                bigint generated always as identity,
  sku_id            bigint not null,
  product_id        bigint not null,
  code              text not null,
  unit              text not null,
  ratio             numeric(24,3) not null default 1 constraint barcode__ratio check (ratio > 0),
  is_default        boolean not null default false,
  position          integer not null default 0,
  purchase_price    numeric(24,6),
  retail_price      numeric(24,6),
  sale_price        numeric(24,6),
  minimum_price     numeric(24,6),
  distributor_price numeric(24,6),
  supply_price      numeric(24,6),
  enabled           boolean not null default true,
  primary key (tenant_id, id),
  constraint barcode__code_once unique (tenant_id, code),
  constraint barcode__of_sku unique (tenant_id, sku_id, id),
  constraint barcode__sku foreign key (tenant_id, sku_id) references sku on delete cascade,
  constraint barcode__product foreign key (tenant_id, product_id) references product on delete cascade
);
create index barcode__of_product on barcode (tenant_id, product_id, position);
create index barcode__search on barcode using gin (tenant_id, code gin_trgm_ops) with (fastupdate = off);

-- New prices of one sort for several barcodes, from a moment on.
create table price_adjustment (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  number           text not null,
  price            text not null constraint price_adjustment__price
    check (price in ('purchase', 'retail', 'sale', 'minimum', 'distributor', 'supply')),
  reason           text not null default '',
  review           text not null default 'unreviewed' constraint price_adjustment__review check (review in ('unreviewed', 'audited')),
  effective_at     timestamptz not null,
  -- Null: not yet, or taken back.
  applied_at       timestamptz,
  creator_id       bigint not null,
  auditor_id       bigint,
  audited_at       timestamptz,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint price_adjustment__number_once unique (tenant_id, number),
  constraint price_adjustment__creator foreign key (tenant_id, creator_id) references app_user,
  constraint price_adjustment__auditor foreign key (tenant_id, auditor_id) references app_user,
  constraint price_adjustment__applied check (applied_at is null or review = 'audited')
);
create index price_adjustment__newest on price_adjustment (tenant_id, created_at desc);

create table price_adjustment_line (
  tenant_id        bigint not null,
  adjustment_id    bigint not null,
  line             integer not null,
  barcode_id       bigint not null,
  product_id       bigint not null,
  -- What it was when the new one came; until then, when it was written down.
  old_price        numeric(24,6),
  new_price        numeric(24,6) not null constraint price_adjustment_line__price check (new_price >= 0),
  primary key (tenant_id, adjustment_id, line),
  constraint price_adjustment_line__barcode_once unique (tenant_id, adjustment_id, barcode_id),
  constraint price_adjustment_line__of foreign key (tenant_id, adjustment_id) references price_adjustment on delete cascade,
  constraint price_adjustment_line__barcode foreign key (tenant_id, barcode_id) references barcode,
  constraint price_adjustment_line__product foreign key (tenant_id, product_id) references product
);
create index price_adjustment_line__of_product on price_adjustment_line (tenant_id, product_id);
create index price_adjustment_line__of_barcode on price_adjustment_line (tenant_id, barcode_id);

create table safety_stock (
  tenant_id        bigint not null,
  warehouse_id     bigint not null,
  product_id       bigint not null,
  minimum          numeric(24,6),
  maximum          numeric(24,6),
  primary key (tenant_id, warehouse_id, product_id),
  constraint safety_stock__warehouse foreign key (tenant_id, warehouse_id) references warehouse,
  constraint safety_stock__product foreign key (tenant_id, product_id) references product on delete cascade,
  constraint safety_stock__order check (minimum is null or maximum is null or minimum <= maximum)
);
create index safety_stock__of_product on safety_stock (tenant_id, product_id);

-- Goods set aside for an activity: from when they are locked until it ends.
create table activity (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  name             text not null,
  begins_at        timestamptz not null,
  ends_at          timestamptz not null,
  -- It has ended and let go of what it held.
  released         boolean not null default false,
  remark           text not null default '',
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint activity__name_once unique (tenant_id, name),
  constraint activity__period check (begins_at < ends_at)
);

-- What an activity wants to hold of a SKU in a warehouse (target), has locked over time, and has sold of it.
create table activity_line (
  tenant_id        bigint not null,
  activity_id      bigint not null,
  sku_id           bigint not null,
  warehouse_id     bigint not null,
  target           numeric(24,6) not null constraint activity_line__target check (target >= 0),
  sold             numeric(24,6) not null default 0,
  price            numeric(24,6),
  primary key (tenant_id, activity_id, sku_id, warehouse_id),
  constraint activity_line__activity foreign key (tenant_id, activity_id) references activity on delete cascade,
  constraint activity_line__sku foreign key (tenant_id, sku_id) references sku,
  constraint activity_line__warehouse foreign key (tenant_id, warehouse_id) references warehouse
);
create index activity_line__of_sku on activity_line (tenant_id, sku_id);

-- ---------------------------------------------------------------- documents

create table document (
  tenant_id          bigint not null,
  id                 bigint generated always as identity,
  kind               text not null,
  -- Taken last in the saving transaction, so it is empty for a moment inside it.
  number             text,
  business_time      timestamptz not null,
  business_date      date not null,
  -- What asks for goods: by when they are needed.
  required_on        date,
  partner_id         bigint,
  creator_id         bigint not null,
  institution_id     bigint,
  -- The warehouses of its lines, so that a scoped list stays one query.
  warehouse_ids      bigint[] not null default '{}',
  handler_id         bigint,
  salesperson_ids    bigint[] not null default '{}',
  review             text not null default 'unreviewed' constraint document__review check (review in ('unreviewed', 'audited')),
  auditor_id         bigint,
  audited_at         timestamptz,
  needs_audit        boolean not null default false,
  in_force           boolean not null default false,
  closed             boolean not null default false,
  progress           text not null default 'none' constraint document__progress check (progress in ('none', 'partial', 'complete')),
  purchase_progress  text not null default 'none' constraint document__purchase_progress check (purchase_progress in ('none', 'partial', 'complete')),
  -- Sales orders: what purchase orders don't cover of it is given up.
  purchase_closed    boolean not null default false,
  -- An order's life beside its review and progress (spec §4).
  confirmation       text not null default 'none' constraint document__confirmation check (confirmation in ('none', 'waiting', 'confirmed')),
  push               text not null default 'none' constraint document__push check (push in ('none', 'pushed', 'changed')),
  arrived            boolean not null default false,
  cancel_reason      text,
  tax_mode           text not null default 'exclusive' constraint document__tax_mode check (tax_mode in ('exclusive', 'inclusive')),
  money_digits       smallint not null default 2,
  currency           text not null,
  exchange_rate      numeric(24,6) not null default 1 constraint document__exchange_rate check (exchange_rate > 0),
  payment            text not null default 'now' constraint document__payment check (payment in ('now', 'prepaid')),
  goods_amount       numeric(24,6) not null default 0,
  tax_amount         numeric(24,6) not null default 0,
  total_amount       numeric(24,6) not null default 0,
  discount_rate      numeric(24,6) not null default 0,
  discount           numeric(24,6) not null default 0,
  service_rate       numeric(24,6) not null default 0,
  service_charge     numeric(24,6) not null default 0,
  -- What its value-added services come to.
  service_fees       numeric(24,6) not null default 0,
  other_fees         numeric(24,6) not null default 0,
  freight            numeric(24,6) not null default 0,
  allocate_by        text not null default 'amount' constraint document__allocate_by check (allocate_by in ('amount', 'weight', 'quantity')),
  payable            numeric(24,6) not null default 0,
  deposit_used       numeric(24,6) not null default 0,
  paid_now           numeric(24,6) not null default 0,
  debt               numeric(24,6) not null default 0,
  -- How much of `debt` money documents have settled, and of an order's deposit its children have used.
  settled            numeric(24,6) not null default 0,
  deposit_taken      numeric(24,6) not null default 0,
  received           numeric(24,6),
  change_given       numeric(24,6),
  total_quantity     numeric(24,6) not null default 0,
  summary            text not null default '',
  -- Its goods travel: they lie in transit until they are received.
  travels            boolean not null default false,
  external_order     text not null default '',
  external_tracking  text not null default '',
  -- The activity whose locked stock it sells.
  activity_id        bigint,
  attachments        jsonb not null default '[]',
  source_numbers     text not null default '',
  has_return         boolean not null default false,
  remark             text not null default '',
  -- Internal kinds: the master record it belongs to (a product's opening stock, a partner's opening balance).
  subject            text not null default '',
  imported_from      text,
  version            integer not null default 1,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  deleted_at         timestamptz,
  primary key (tenant_id, id),
  constraint document__number_once unique (tenant_id, kind, number),
  constraint document__partner foreign key (tenant_id, partner_id) references partner,
  constraint document__creator foreign key (tenant_id, creator_id) references app_user,
  constraint document__institution foreign key (tenant_id, institution_id) references institution,
  constraint document__auditor foreign key (tenant_id, auditor_id) references app_user,
  constraint document__handler foreign key (tenant_id, handler_id) references person,
  constraint document__activity foreign key (tenant_id, activity_id) references activity,
  constraint document__amounts check (paid_now >= 0 and deposit_used >= 0),
  constraint document__cancelled_is_closed check (cancel_reason is null or closed)
);
-- Most documents were never imported; this way they cost nothing here.
create unique index document__imported_once on document (tenant_id, imported_from) where imported_from is not null;
create index document__newest on document (tenant_id, kind, business_time desc, id desc) where deleted_at is null;
create index document__of_partner on document (tenant_id, partner_id, kind, business_time desc) where deleted_at is null;
create index document__with_debt on document (tenant_id, partner_id, kind) where deleted_at is null and debt <> settled;
create index document__open_orders on document (tenant_id, kind)
  where kind in ('purchaseOrder', 'saleOrder') and review = 'audited' and not closed and progress <> 'complete' and deleted_at is null;
create unique index document__subject_once on document (tenant_id, kind, subject) where subject <> '' and deleted_at is null;

-- What was decided of a purchase; of the version it was decided of, so that a later change asks again.
create table document_review (
  tenant_id    bigint not null,
  document_id  bigint not null,
  version      integer not null,
  result       text not null constraint document_review__result check (result in ('approved', 'rejected', 'reversed')),
  comment      text not null default '',
  reviewer_id  bigint not null,
  reviewed_at  timestamptz not null default now(),
  primary key (tenant_id, document_id, version),
  constraint document_review__document foreign key (tenant_id, document_id) references document,
  constraint document_review__reviewer foreign key (tenant_id, reviewer_id) references app_user
);

create table document_line (
  tenant_id           bigint not null,
  document_id         bigint not null,
  -- Stable within the document, never reused; `position` is the order on paper.
  line                integer not null,
  position            integer not null,
  role                text not null default 'item' constraint document_line__role check (role in ('item', 'composite', 'part')),
  sku_id              bigint,
  barcode_id          bigint,
  barcode             text not null default '',
  product_id          bigint,
  unit                text not null default '',
  ratio               numeric(24,3) not null default 1,
  quantity            numeric(24,6) not null default 0,
  base_quantity       numeric(24,6) not null default 0,
  -- Which of unit price, amount and total the user gave; the others are derived.
  priced_by           text not null default 'unitPrice' constraint document_line__priced_by check (priced_by in ('unitPrice', 'amount', 'total')),
  unit_price          numeric(24,6) not null default 0,
  amount              numeric(24,6) not null default 0,
  tax_rate            numeric(9,6) not null default 0,
  tax                 numeric(24,6) not null default 0,
  total               numeric(24,6) not null default 0,
  discount_share      numeric(24,6) not null default 0,
  fee_share           numeric(24,6) not null default 0,
  weight              numeric(24,6) not null default 0,
  warehouse_id        bigint,
  target_warehouse_id bigint,
  minimum_price       numeric(24,6),
  -- Requisitions: of whom the writer would buy it.
  supplier_id         bigint,
  -- Base units that live children take of this line, and that children in force took.
  linked_quantity     numeric(24,6) not null default 0,
  done_quantity       numeric(24,6) not null default 0,
  account_id          bigint,
  item_id             bigint,
  settled_document_id bigint,
  remark              text not null default '',
  primary key (tenant_id, document_id, line),
  constraint document_line__document foreign key (tenant_id, document_id) references document on delete cascade,
  constraint document_line__sku foreign key (tenant_id, sku_id) references sku,
  -- The barcode is one of the line's SKU; the SKU's index finds the lines of a barcode that is to go.
  constraint document_line__barcode foreign key (tenant_id, sku_id, barcode_id) references barcode (tenant_id, sku_id, id),
  constraint document_line__warehouse foreign key (tenant_id, warehouse_id) references warehouse,
  constraint document_line__target foreign key (tenant_id, target_warehouse_id) references warehouse,
  constraint document_line__supplier foreign key (tenant_id, supplier_id) references partner,
  constraint document_line__account foreign key (tenant_id, account_id) references account,
  constraint document_line__item foreign key (tenant_id, item_id) references in_out_item,
  constraint document_line__settled foreign key (tenant_id, settled_document_id) references document
);
create index document_line__of_sku on document_line (tenant_id, sku_id, document_id);
create index document_line__settling on document_line (tenant_id, settled_document_id) where settled_document_id is not null;
create index document_line__suggesting on document_line (tenant_id, supplier_id) where supplier_id is not null;

create table line_allocation (
  tenant_id        bigint not null,
  document_id      bigint not null,
  line             integer not null,
  allocation       integer not null,
  quantity         numeric(24,6) not null constraint line_allocation__quantity check (quantity > 0),
  lot              text not null default '',
  expiry           date,
  serials          text[] not null default '{}',
  stock_type       text not null default 'formal' constraint line_allocation__stock_type check (stock_type in ('formal', 'defective', 'gift', 'ungraded')),
  bin              text not null default '',
  primary key (tenant_id, document_id, line, allocation),
  constraint line_allocation__line foreign key (tenant_id, document_id, line) references document_line on delete cascade
);

create table document_settlement (
  tenant_id        bigint not null,
  document_id      bigint not null,
  account_id       bigint not null,
  amount           numeric(24,6) not null,
  primary key (tenant_id, document_id, account_id),
  constraint document_settlement__document foreign key (tenant_id, document_id) references document on delete cascade,
  constraint document_settlement__account foreign key (tenant_id, account_id) references account
);

-- The value-added services that go with an order or an outbound.
create table document_service (
  tenant_id        bigint not null,
  document_id      bigint not null,
  line             integer not null,
  service_id       bigint not null,
  quantity         numeric(24,6) not null constraint document_service__quantity check (quantity > 0),
  -- As it was agreed: what the service costs otherwise may change.
  fee              numeric(24,6) not null constraint document_service__fee check (fee >= 0),
  amount           numeric(24,6) not null,
  primary key (tenant_id, document_id, line),
  constraint document_service__document foreign key (tenant_id, document_id) references document on delete cascade,
  constraint document_service__service foreign key (tenant_id, service_id) references service
);
create index document_service__of_service on document_service (tenant_id, service_id);

create table document_link (
  tenant_id          bigint not null,
  target_document_id bigint not null,
  target_line        integer not null,
  source_document_id bigint not null,
  source_line        integer not null,
  -- In base units.
  quantity           numeric(24,6) not null constraint document_link__quantity check (quantity <> 0),
  primary key (tenant_id, target_document_id, target_line),
  constraint document_link__target foreign key (tenant_id, target_document_id, target_line) references document_line on delete cascade,
  constraint document_link__source foreign key (tenant_id, source_document_id, source_line) references document_line
);
create index document_link__from on document_link (tenant_id, source_document_id, source_line);

create table document_number (
  tenant_id        bigint not null,
  kind             text not null,
  period           text not null,
  value            bigint not null,
  primary key (tenant_id, kind, period)
);

-- What came of an order and is being told apart: a draft, gone when its receipt is made.
create table tally (
  tenant_id    bigint not null,
  document_id  bigint not null,
  -- As the call brings it, checked by its schema; nothing is counted from it.
  content      jsonb not null,
  version      integer not null default 1,
  user_id      bigint not null,
  updated_at   timestamptz not null default now(),
  primary key (tenant_id, document_id),
  constraint tally__document foreign key (tenant_id, document_id) references document,
  constraint tally__user foreign key (tenant_id, user_id) references app_user
);

-- How goods are made ready for their customer: of an order before they go out, or of what goes out.
create table delivery (
  tenant_id    bigint not null,
  document_id  bigint not null,
  receiver     text not null default '',
  phone        text not null default '',
  address      text not null default '',
  postcode     text not null default '',
  remark       text not null default '',
  -- Every line is picked whole.
  packed       boolean not null default false,
  shipped_at   timestamptz,
  version      integer not null default 1,
  user_id      bigint not null,
  updated_at   timestamptz not null default now(),
  primary key (tenant_id, document_id),
  constraint delivery__document foreign key (tenant_id, document_id) references document,
  constraint delivery__user foreign key (tenant_id, user_id) references app_user
);

create table delivery_pick (
  tenant_id    bigint not null,
  document_id  bigint not null,
  line         integer not null,
  -- In the line's unit.
  quantity     numeric(24,6) not null constraint delivery_pick__quantity check (quantity > 0),
  primary key (tenant_id, document_id, line),
  constraint delivery_pick__delivery foreign key (tenant_id, document_id) references delivery on delete cascade
);

create table parcel (
  tenant_id    bigint not null,
  document_id  bigint not null,
  parcel       integer not null,
  packing      text not null constraint parcel__packing check (packing in ('package', 'envelope', 'box')),
  -- In centimetres, and kilograms of each piece.
  length       numeric(24,6) not null default 0,
  width        numeric(24,6) not null default 0,
  height       numeric(24,6) not null default 0,
  weight       numeric(24,6) not null default 0,
  pieces       integer not null default 1 constraint parcel__pieces check (pieces > 0),
  primary key (tenant_id, document_id, parcel),
  constraint parcel__delivery foreign key (tenant_id, document_id) references delivery on delete cascade
);

-- ---------------------------------------------------------------- the stock ledger and its balances

create table lot (
  tenant_id        bigint not null,
  sku_id           bigint not null,
  lot              text not null,
  expiry           date,
  primary key (tenant_id, sku_id, lot),
  constraint lot__sku foreign key (tenant_id, sku_id) references sku
);

create table stock_move (
  tenant_id        bigint not null,
  document_id      bigint not null,
  seq              integer not null,
  line             integer not null,
  sku_id           bigint not null,
  -- Counts the moves of a SKU in posting order; taken under the lock of its sku_cost row.
  posting_number   bigint not null,
  lot              text not null default '',
  stock_type       text not null,
  from_place       text not null,
  from_id          bigint not null default 0,
  to_place         text not null,
  to_id            bigint not null default 0,
  quantity         numeric(24,6) not null,
  value            numeric(24,6) not null default 0,
  serials          text[] not null default '{}',
  business_date    date not null,
  posted_at        timestamptz not null default now(),
  primary key (tenant_id, document_id, seq),
  constraint stock_move__posted_once unique (tenant_id, sku_id, posting_number),
  constraint stock_move__document foreign key (tenant_id, document_id) references document,
  constraint stock_move__sku foreign key (tenant_id, sku_id) references sku,
  constraint stock_move__moves_something check (
    (quantity > 0 and value >= 0)
    or (quantity = 0 and value > 0 and 'variance' in (from_place, to_place))),
  constraint stock_move__leaves_its_place check ((from_place, from_id) <> (to_place, to_id)),
  constraint stock_move__places check (
    from_place in ('warehouse', 'supplier', 'customer', 'workshop', 'adjustment', 'opening', 'transit', 'regrade', 'variance')
    and to_place in ('warehouse', 'supplier', 'customer', 'workshop', 'adjustment', 'opening', 'transit', 'regrade', 'variance'))
);
create index stock_move__by_date on stock_move (tenant_id, sku_id, business_date, posting_number);

-- What lies where now. A row may fall below zero only where the company allows it.
create table stock_balance (
  tenant_id          bigint not null,
  warehouse_id       bigint not null,
  sku_id             bigint not null,
  lot                text not null default '',
  stock_type         text not null,
  quantity           numeric(24,6) not null,
  may_fall_below     boolean not null default false,
  primary key (tenant_id, warehouse_id, sku_id, lot, stock_type),
  constraint stock_balance__warehouse foreign key (tenant_id, warehouse_id) references warehouse,
  constraint stock_balance__sku foreign key (tenant_id, sku_id) references sku,
  constraint stock_balance__not_below_zero check (quantity >= 0 or may_fall_below)
);
create index stock_balance__of_sku on stock_balance (tenant_id, sku_id);

-- Net quantity of a day ('d') and of a month ('m', starting on its first day), by business date.
create table stock_period (
  tenant_id        bigint not null,
  warehouse_id     bigint not null,
  sku_id           bigint not null,
  lot              text not null default '',
  stock_type       text not null,
  grain            text not null constraint stock_period__grain check (grain in ('d', 'm')),
  starts_on        date not null,
  quantity         numeric(24,6) not null,
  primary key (tenant_id, sku_id, warehouse_id, lot, stock_type, grain, starts_on)
);
create index stock_period__since on stock_period (tenant_id, grain, starts_on);

-- Quantity and value of a SKU company-wide, the last pair whose quantity was above zero, and its posting counter.
-- This row is the SKU's lock: whoever moves the SKU takes it first, in id order.
create table sku_cost (
  tenant_id        bigint not null,
  sku_id           bigint not null,
  quantity         numeric(24,6) not null default 0,
  value            numeric(24,6) not null default 0,
  basis_quantity   numeric(24,6) not null default 0,
  basis_value      numeric(24,6) not null default 0,
  last_posting     bigint not null default 0,
  primary key (tenant_id, sku_id),
  constraint sku_cost__sku foreign key (tenant_id, sku_id) references sku on delete cascade,
  constraint sku_cost__no_value_without_goods check (quantity <> 0 or value = 0),
  constraint sku_cost__sign check (quantity <= 0 or value >= 0)
);

create table sku_period (
  tenant_id        bigint not null,
  sku_id           bigint not null,
  grain            text not null constraint sku_period__grain check (grain in ('d', 'm')),
  starts_on        date not null,
  quantity         numeric(24,6) not null,
  value            numeric(24,6) not null,
  primary key (tenant_id, sku_id, grain, starts_on)
);
create index sku_period__since on sku_period (tenant_id, grain, starts_on);

-- Locked formal stock: 0 ≤ locked ≤ on hand.
create table stock_lock (
  tenant_id        bigint not null,
  warehouse_id     bigint not null,
  sku_id           bigint not null,
  quantity         numeric(24,6) not null constraint stock_lock__not_below_zero check (quantity >= 0),
  primary key (tenant_id, warehouse_id, sku_id),
  constraint stock_lock__warehouse foreign key (tenant_id, warehouse_id) references warehouse,
  constraint stock_lock__sku foreign key (tenant_id, sku_id) references sku
);
create index stock_lock__of_sku on stock_lock (tenant_id, sku_id);

-- Who holds how much of what is locked: a person by hand, an activity, a line of a sales order. Their sum is the lock.
create table stock_claim (
  tenant_id        bigint not null,
  warehouse_id     bigint not null,
  sku_id           bigint not null,
  source           text not null constraint stock_claim__source check (source in ('manual', 'activity', 'order')),
  -- The activity or the order; 0 for what is locked by hand.
  source_id        bigint not null default 0,
  source_line      integer not null default 0,
  quantity         numeric(24,6) not null constraint stock_claim__not_below_zero check (quantity >= 0),
  primary key (tenant_id, warehouse_id, sku_id, source, source_id, source_line),
  constraint stock_claim__warehouse foreign key (tenant_id, warehouse_id) references warehouse,
  constraint stock_claim__sku foreign key (tenant_id, sku_id) references sku
);
create index stock_claim__of_sku on stock_claim (tenant_id, sku_id);
create index stock_claim__of_source on stock_claim (tenant_id, source, source_id);

-- Every locking and letting go, with its reason; what an order or an end of an activity did has no user.
create table lock_history (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  at               timestamptz not null default now(),
  warehouse_id     bigint not null,
  sku_id           bigint not null,
  source           text not null,
  source_id        bigint not null default 0,
  quantity         numeric(24,6) not null constraint lock_history__quantity check (quantity <> 0),
  user_id          bigint,
  remark           text not null default '',
  primary key (tenant_id, id),
  constraint lock_history__warehouse foreign key (tenant_id, warehouse_id) references warehouse,
  constraint lock_history__sku foreign key (tenant_id, sku_id) references sku,
  constraint lock_history__user foreign key (tenant_id, user_id) references app_user
);
create index lock_history__of_sku on lock_history (tenant_id, sku_id, warehouse_id, id desc);

-- What was warned of and still holds: stock below its minimum, a lot near or past its expiry. Gone once it is put right.
create table stock_alert (
  tenant_id        bigint not null,
  sort             text not null constraint stock_alert__sort check (sort in ('minimum', 'expiring', 'expired')),
  warehouse_id     bigint not null,
  product_id       bigint not null,
  lot              text not null default '',
  since            timestamptz not null default now(),
  primary key (tenant_id, sort, warehouse_id, product_id, lot),
  constraint stock_alert__warehouse foreign key (tenant_id, warehouse_id) references warehouse on delete cascade,
  constraint stock_alert__product foreign key (tenant_id, product_id) references product on delete cascade
);
create index stock_alert__of_product on stock_alert (tenant_id, product_id);

-- A count of a warehouse: a sheet that several people count on at once; then its differences are counted again, and what is
-- left of them is posted as one document.
create table count_sheet (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  number           text not null,
  warehouse_id     bigint not null,
  -- Category, brand, shelf and words it was opened for, as they were called then; empty: everything.
  scope            text not null default '',
  -- The books' quantities stay hidden from those who count.
  blind            boolean not null default false,
  stage            text not null default 'counting' constraint count_sheet__stage check (stage in ('counting', 'recounting', 'posted')),
  -- What it posted; null while nothing of it is in the books, and where nothing differed.
  document_id      bigint,
  creator_id       bigint not null,
  institution_id   bigint,
  remark           text not null default '',
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint count_sheet__number_once unique (tenant_id, number),
  constraint count_sheet__warehouse foreign key (tenant_id, warehouse_id) references warehouse,
  constraint count_sheet__document foreign key (tenant_id, document_id) references document,
  constraint count_sheet__creator foreign key (tenant_id, creator_id) references app_user,
  constraint count_sheet__institution foreign key (tenant_id, institution_id) references institution
);
create unique index count_sheet__of_document on count_sheet (tenant_id, document_id) where document_id is not null;

create table count_line (
  tenant_id        bigint not null,
  sheet_id         bigint not null,
  id               bigint generated always as identity,
  sku_id           bigint not null,
  lot              text not null default '',
  expiry           date,
  stock_type       text not null default 'formal' constraint count_line__stock_type check (stock_type in ('formal', 'defective', 'gift', 'ungraded')),
  primary key (tenant_id, sheet_id, id),
  constraint count_line__sheet foreign key (tenant_id, sheet_id) references count_sheet on delete cascade,
  constraint count_line__sku foreign key (tenant_id, sku_id) references sku,
  constraint count_line__once unique (tenant_id, sheet_id, sku_id, lot, stock_type)
);
create index count_line__of_sku on count_line (tenant_id, sku_id);

-- What a line came to in the first pass or the second: the books as they were when somebody began to count it, after which
-- posting of its SKU that was, and the sum of what everybody counted.
create table count_result (
  tenant_id        bigint not null,
  sheet_id         bigint not null,
  line_id          bigint not null,
  pass             smallint not null constraint count_result__pass check (pass in (1, 2)),
  book             numeric(24,6) not null,
  book_serials     text[] not null default '{}',
  book_posting     bigint not null default 0,
  counted          numeric(24,6) not null constraint count_result__counted check (counted >= 0),
  counted_at       timestamptz not null default now(),
  -- Goods moved between the first and the last of those who counted it: it is worth a second look.
  moved            boolean not null default false,
  primary key (tenant_id, sheet_id, line_id, pass),
  constraint count_result__line foreign key (tenant_id, sheet_id, line_id) references count_line on delete cascade
);

-- Each counter's own share of a line.
create table count_share (
  tenant_id        bigint not null,
  sheet_id         bigint not null,
  line_id          bigint not null,
  pass             smallint not null,
  user_id          bigint not null,
  quantity         numeric(24,6) not null constraint count_share__quantity check (quantity >= 0),
  serials          text[] not null default '{}',
  at               timestamptz not null default now(),
  primary key (tenant_id, sheet_id, line_id, pass, user_id),
  constraint count_share__result foreign key (tenant_id, sheet_id, line_id, pass) references count_result on delete cascade,
  constraint count_share__user foreign key (tenant_id, user_id) references app_user
);

create table serial_number (
  tenant_id        bigint not null,
  sku_id           bigint not null,
  serial           text not null,
  -- In which warehouse it lies; null when it is outside.
  warehouse_id     bigint,
  lot              text not null default '',
  stock_type       text not null default 'formal',
  in_document_id   bigint not null,
  in_line          integer not null,
  out_document_id  bigint,
  out_line         integer,
  primary key (tenant_id, sku_id, serial),
  constraint serial_number__sku foreign key (tenant_id, sku_id) references sku,
  constraint serial_number__warehouse foreign key (tenant_id, warehouse_id) references warehouse
);
create index serial_number__by_serial on serial_number (tenant_id, serial);

-- ---------------------------------------------------------------- the money ledger and its balances

create table money_entry (
  tenant_id        bigint not null,
  document_id      bigint not null,
  seq              integer not null,
  from_purse       text not null,
  from_id          bigint not null default 0,
  to_purse         text not null,
  to_id            bigint not null default 0,
  partner_id       bigint,
  amount           numeric(24,6) not null constraint money_entry__amount check (amount > 0),
  currency         text not null,
  original_amount  numeric(24,6) not null,
  business_date    date not null,
  posted_at        timestamptz not null default now(),
  primary key (tenant_id, document_id, seq),
  constraint money_entry__document foreign key (tenant_id, document_id) references document,
  constraint money_entry__partner foreign key (tenant_id, partner_id) references partner,
  constraint money_entry__leaves_its_purse check ((from_purse, from_id) <> (to_purse, to_id)),
  constraint money_entry__purses check (
    from_purse in ('account', 'receivable', 'payable', 'deposit', 'prepaid', 'inventory', 'costOfSales', 'sales', 'taxIn', 'taxOut',
      'freight', 'fee', 'item', 'opening', 'discount', 'exchange', 'rounding')
    and to_purse in ('account', 'receivable', 'payable', 'deposit', 'prepaid', 'inventory', 'costOfSales', 'sales', 'taxIn', 'taxOut',
      'freight', 'fee', 'item', 'opening', 'discount', 'exchange', 'rounding'))
);
create index money_entry__out_of on money_entry (tenant_id, from_purse, from_id, business_date, document_id);
create index money_entry__into on money_entry (tenant_id, to_purse, to_id, business_date, document_id);

-- Per purse and holder (account, partner or item; 0 where the purse has none).
create table money_balance (
  tenant_id        bigint not null,
  purse            text not null,
  holder_id        bigint not null default 0,
  amount           numeric(24,6) not null,
  primary key (tenant_id, purse, holder_id)
);

create table money_period (
  tenant_id        bigint not null,
  purse            text not null,
  holder_id        bigint not null default 0,
  grain            text not null constraint money_period__grain check (grain in ('d', 'm')),
  starts_on        date not null,
  amount           numeric(24,6) not null,
  amount_in        numeric(24,6) not null,
  amount_out       numeric(24,6) not null,
  primary key (tenant_id, purse, holder_id, grain, starts_on)
);

-- What a day traded, cut so that every scope can read it: dashboard and totals.
create table trade_day (
  tenant_id        bigint not null,
  business_date    date not null,
  kind             text not null,
  creator_id       bigint not null,
  institution_id   bigint not null default 0,
  partner_id       bigint not null default 0,
  warehouse_id     bigint not null default 0,
  documents        integer not null,
  quantity         numeric(24,6) not null,
  amount           numeric(24,6) not null,
  tax              numeric(24,6) not null,
  cost             numeric(24,6) not null,
  primary key (tenant_id, business_date, kind, creator_id, institution_id, partner_id, warehouse_id)
);

-- What the documents of a kind add up to per day, so that the totals of a list cost the same however many match. The columns
-- are named as in `document`.
create table document_day (
  tenant_id        bigint not null,
  kind             text not null,
  business_date    date not null,
  creator_id       bigint not null,
  institution_id   bigint not null default 0,
  documents        integer not null,
  total_quantity   numeric(24,6) not null,
  goods_amount     numeric(24,6) not null,
  total_amount     numeric(24,6) not null,
  discount         numeric(24,6) not null,
  service_charge   numeric(24,6) not null,
  service_fees     numeric(24,6) not null,
  other_fees       numeric(24,6) not null,
  freight          numeric(24,6) not null,
  payable          numeric(24,6) not null,
  deposit_used     numeric(24,6) not null,
  paid_now         numeric(24,6) not null,
  deposit_taken    numeric(24,6) not null,
  received         numeric(24,6) not null,
  change_given     numeric(24,6) not null,
  debt             numeric(24,6) not null,
  settled          numeric(24,6) not null,
  primary key (tenant_id, kind, business_date, creator_id, institution_id)
);

-- What trade_day holds, by day ('d') and month ('m') without partners and warehouses: what the home page reads for whoever sees them all.
create table trade_period (
  tenant_id        bigint not null,
  kind             text not null,
  grain            text not null constraint trade_period__grain check (grain in ('d', 'm')),
  starts_on        date not null,
  creator_id       bigint not null,
  institution_id   bigint not null default 0,
  amount           numeric(24,6) not null,
  tax              numeric(24,6) not null,
  cost             numeric(24,6) not null,
  primary key (tenant_id, grain, starts_on, kind, creator_id, institution_id)
);

-- ---------------------------------------------------------------- safety of requests, and what happened

create table idempotency (
  tenant_id        bigint not null,
  user_id          bigint not null,
  key              text not null,
  request_hash     bytea not null,
  status           integer,
  answer           text,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);
create index idempotency__old on idempotency (created_at);

create table audit_log (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  at               timestamptz not null default now(),
  user_id          bigint not null,
  action           text not null,
  subject          text not null,
  subject_id       text not null default '',
  number           text not null default '',
  before           jsonb,
  after            jsonb,
  address          text not null default '',
  primary key (tenant_id, id)
);
create index audit_log__newest on audit_log (tenant_id, at desc, id desc);
create index audit_log__of_subject on audit_log (tenant_id, subject, subject_id);

create table outbox (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  topic            text not null,
  payload          jsonb not null,
  created_at       timestamptz not null default now(),
  -- Not before then.
  due_at           timestamptz not null default now(),
  relayed_at       timestamptz,
  primary key (tenant_id, id)
);
create index outbox__waiting on outbox (id) where relayed_at is null;

-- What an importer already took in: the source row and the record it became.
create table import_record (
  tenant_id        bigint not null,
  source           text not null,
  source_table     text not null,
  source_id        text not null,
  target_table     text not null,
  target_id        bigint not null,
  primary key (tenant_id, source, source_table, source_id)
);

-- ---------------------------------------------------------------- spreadsheets that come in

-- A spreadsheet that somebody brought: read and compared first, then written in one transaction, and taken back as one.
create table sheet_import (
  tenant_id        bigint not null,
  id               bigint generated always as identity,
  sheet            text not null constraint sheet_import__sheet
    check (sheet in ('products', 'openingStock', 'suppliers', 'customers', 'members', 'counts')),
  state            text not null constraint sheet_import__state
    check (state in ('reading', 'checked', 'applying', 'applied', 'undoing', 'undone', 'failed')),
  user_id          bigint not null,
  file_name        text not null,
  -- The columns that were recognised, { column, field, label } each, and the headings of those that were not.
  columns          jsonb not null default '[]',
  ignored          text[] not null default '{}',
  new_rows         integer not null default 0,
  changed_rows     integer not null default 0,
  same_rows        integer not null default 0,
  wrong_rows       integer not null default 0,
  done             integer not null default 0,
  total            integer not null default 0,
  -- What the comparison said of every row, in short: what is written must be what was shown.
  digest           text not null default '',
  -- Why it went no further: { key, facts }.
  failure          jsonb,
  canceled         boolean not null default false,
  -- Whoever works on it says so every few seconds; one that has fallen silent is dead.
  touched_at       timestamptz not null default now(),
  created_at       timestamptz not null default now(),
  applied_at       timestamptz,
  undone_at        timestamptz,
  primary key (tenant_id, id),
  constraint sheet_import__user foreign key (tenant_id, user_id) references app_user
);
create unique index sheet_import__one_running on sheet_import (tenant_id) where state in ('reading', 'applying', 'undoing');

-- A row of it: what its cells say, what is known of the record it means, and what writing it would change.
create table sheet_row (
  tenant_id        bigint not null,
  import_id        bigint not null,
  row              integer not null,
  cells            jsonb not null,
  derived          jsonb not null default '{}',
  outcome          text constraint sheet_row__outcome check (outcome in ('new', 'changed', 'same', 'wrong')),
  target_id        bigint,
  -- Field → [before, after].
  changes          jsonb not null default '{}',
  primary key (tenant_id, import_id, row),
  constraint sheet_row__of foreign key (tenant_id, import_id) references sheet_import on delete cascade
);
create index sheet_row__outcomes on sheet_row (tenant_id, import_id, outcome, row);

-- What is wrong with a cell.
create table sheet_fault (
  tenant_id        bigint not null,
  import_id        bigint not null,
  row              integer not null,
  field            text not null,
  key              text not null,
  facts            jsonb not null default '{}',
  primary key (tenant_id, import_id, row, field, key),
  constraint sheet_fault__of foreign key (tenant_id, import_id) references sheet_import on delete cascade
);

-- ---------------------------------------------------------------- walls and grants

do $$
declare
  wall record;
begin
  for wall in
    select c.relname from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnum = 1
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  loop
    execute format('alter table %I enable row level security', wall.relname);
    execute format('alter table %I force row level security', wall.relname);
    execute format(
      'create policy own_tenant on %I using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)',
      wall.relname);
  end loop;
end $$;

-- login and session stand outside the walls: they find the tenant of whoever knocks.
grant usage on schema public to {{app}}, {{worker}};
grant select, insert, update, delete on all tables in schema public to {{app}};
-- A document knows its id before it is written, so that its lines need not wait for it.
grant usage on sequence document_id_seq to {{app}};
-- So do the records of a spreadsheet, which are written many at a time.
grant usage on sequence product_id_seq, sku_id_seq, partner_id_seq to {{app}};
revoke update, delete on stock_move, money_entry, audit_log, lock_history, document_review from {{app}};
-- The platform's people write these through the server; a company is never deleted, and no setting comes or goes.
revoke delete on tenant from {{app}};
revoke insert, delete on platform_config from {{app}};
grant select, update, delete on outbox to {{worker}};
grant select, delete on idempotency to {{worker}};
create policy worker_all on outbox to {{worker}} using (true);
create policy worker_all on idempotency to {{worker}} using (true);
-- The platform's people read the log of every company, in a transaction that says so; the server says it for nobody else.
create policy every_log on audit_log for select to {{app}} using (current_setting('app.reads_every_log', true) = 'on');

-- A restored company brings its ids along: the next ones come after them. Beyond the limit no id would fit its column.
create function keep_ids_above(wall text, last bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids text := pg_get_serial_sequence(quote_ident(wall), 'id');
begin
  if last >= 1000000000000000 then
    raise exception 'id % is too large', last using errcode = '22003';
  end if;
  if ids is not null and nextval(ids) <= last then
    perform setval(ids, last);
  end if;
end $$;
revoke all on function keep_ids_above(text, bigint) from public;
grant execute on function keep_ids_above(text, bigint) to {{app}};

-- A spreadsheet makes tables another size within a minute. Until they are measured again plans would be those of nearly
-- empty ones, whose every row is read for every row. A table that somebody else measures just now is left to them.
create function measure_again(walls text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wall text;
begin
  set local lock_timeout = '1s';
  foreach wall in array walls loop
    begin
      execute format('analyze public.%I', wall);
    exception when lock_not_available then
      null;
    end;
  end loop;
end $$;
revoke all on function measure_again(text[]) from public;
grant execute on function measure_again(text[]) to {{app}};
