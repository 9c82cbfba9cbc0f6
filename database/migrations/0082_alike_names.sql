-- 0082 alike names: names that differ only in widths or blanks are one name, and so are codes, serials and platforms.
--
-- Why:       ＡＢＣ商贸 and ABC商贸 look like one partner and were two. Texts stay as they were typed (decision 0070).
-- Invariant: no two names of a kind have one normal form. Names that had one before stay: all but one of them are noted in a
--            column colliding_…, which frees a name only as long as it stays as it was. `verify` lists them (X4).
-- Locks:     each table for a moment for its column; the indexes stop no one.
-- Apart:     what a try leaves behind that failed goes first

-- The form in which names are compared, as `normalText` (domain/src/text.ts) has it. Not in SQL, which would be inlined: only
-- a function that is called can be trusted to leak nothing, and serve an index behind row-level security.
create or replace function normal_text(value text) returns text
language plpgsql immutable strict parallel safe
as $$
begin
  return btrim(regexp_replace(normalize(value, nfkc), '[\t\n\v\f\r \u1680\u2028\u2029\ufeff]+', ' ', 'g'));
end $$;
-- The same whatever the case of letters.
create or replace function folded_text(value text) returns text
language plpgsql immutable strict parallel safe
as $$
begin
  return lower(public.normal_text(value) collate "und-x-icu");
end $$;

alter table institution add column if not exists colliding_name text;
alter table role add column if not exists colliding_name text;
alter table warehouse add column if not exists colliding_name text;
alter table partner add column if not exists colliding_name text;
alter table account add column if not exists colliding_name text;
alter table person add column if not exists colliding_name text;
alter table in_out_item add column if not exists colliding_name text;
alter table unit add column if not exists colliding_name text;
alter table category add column if not exists colliding_name text;
alter table brand add column if not exists colliding_name text;
alter table brand add column if not exists colliding_code text;
alter table attribute add column if not exists colliding_name text;
alter table service add column if not exists colliding_name text;
alter table activity add column if not exists colliding_name text;
alter table revenue_class add column if not exists colliding_name text;
alter table ledger_account add column if not exists colliding_name text;
alter table ledger_account add column if not exists colliding_code text;
alter table price_list add column if not exists colliding_name text;
alter table saved_view add column if not exists colliding_name text;
alter table label_template add column if not exists colliding_name text;
alter table oauth_app add column if not exists colliding_name text;
alter table logistics_company add column if not exists colliding_name text;
alter table logistics_company add column if not exists colliding_code text;
alter table webhook add column if not exists colliding_name text;
alter table barcode add column if not exists colliding_code text;
alter table serial_number add column if not exists colliding_serial text;
alter table product_relation add column if not exists colliding_outer_sku_code text;
alter table external_order add column if not exists colliding_number text;

do $$
declare
  company bigint;
  step record;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    for step in select * from (values
    ('institution', 'name', 'true'),
    ('role', 'name', 'true'),
    ('warehouse', 'name', 'true'),
    ('partner', 'name', 'other.type is not distinct from row.type'),
    ('account', 'name', 'true'),
    ('person', 'name', 'other.type is not distinct from row.type'),
    ('in_out_item', 'name', 'true'),
    ('unit', 'name', 'true'),
    ('category', 'name', 'other.parent_id is not distinct from row.parent_id'),
    ('brand', 'name', 'true'),
    ('brand', 'code', 'true'),
    ('attribute', 'name', 'true'),
    ('service', 'name', 'true'),
    ('activity', 'name', 'true'),
    ('revenue_class', 'name', 'other.parent_id is not distinct from row.parent_id'),
    ('ledger_account', 'name', 'true'),
    ('ledger_account', 'code', 'true'),
    ('price_list', 'name', 'true'),
    ('saved_view', 'name', 'other.user_id is not distinct from row.user_id and other.list is not distinct from row.list'),
    ('label_template', 'name', 'true'),
    ('oauth_app', 'name', 'true'),
    ('logistics_company', 'name', 'true'),
    ('logistics_company', 'code', 'true'),
    ('webhook', 'name', 'true'),
    ('barcode', 'code', 'true'),
    ('serial_number', 'serial', 'other.sku_id is not distinct from row.sku_id'),
    ('product_relation', 'outer_sku_code', 'folded_text(other.platform) is not distinct from folded_text(row.platform) and normal_text(other.shop) is not distinct from normal_text(row.shop)'),
    ('external_order', 'number', 'folded_text(other.platform) is not distinct from folded_text(row.platform) and normal_text(other.shop) is not distinct from normal_text(row.shop)')
    ) as steps(wall, named, within) loop
      execute format('update %1$I as row set %3$I = row.%2$I where row.tenant_id = $1 and exists (
        select from %1$I as other where other.tenant_id = $1 and normal_text(other.%2$I) = normal_text(row.%2$I)
          and %4$s and other.%2$I collate "C" < row.%2$I collate "C")',
        step.wall, step.named, 'colliding_' || step.named, step.within) using company;
    end loop;
  end loop;
  set local app.tenant_id = '';
end $$;

drop index concurrently if exists institution__alike_name;
create unique index concurrently institution__alike_name on institution (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists role__alike_name;
create unique index concurrently role__alike_name on role (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists warehouse__alike_name;
create unique index concurrently warehouse__alike_name on warehouse (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists partner__alike_name;
create unique index concurrently partner__alike_name on partner (
  tenant_id, type, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists account__alike_name;
create unique index concurrently account__alike_name on account (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists person__alike_name;
create unique index concurrently person__alike_name on person (
  tenant_id, type, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists in_out_item__alike_name;
create unique index concurrently in_out_item__alike_name on in_out_item (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists unit__alike_name;
create unique index concurrently unit__alike_name on unit (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists category__alike_name;
create unique index concurrently category__alike_name on category (
  tenant_id, parent_id, normal_text(name), (case when colliding_name = name then name else '' end)) nulls not distinct;
drop index concurrently if exists brand__alike_name;
create unique index concurrently brand__alike_name on brand (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists brand__alike_code;
create unique index concurrently brand__alike_code on brand (
  tenant_id, normal_text(code), (case when colliding_code = code then code else '' end));
drop index concurrently if exists attribute__alike_name;
create unique index concurrently attribute__alike_name on attribute (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists service__alike_name;
create unique index concurrently service__alike_name on service (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists activity__alike_name;
create unique index concurrently activity__alike_name on activity (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists revenue_class__alike_name;
create unique index concurrently revenue_class__alike_name on revenue_class (
  tenant_id, parent_id, normal_text(name), (case when colliding_name = name then name else '' end)) nulls not distinct;
drop index concurrently if exists ledger_account__alike_name;
create unique index concurrently ledger_account__alike_name on ledger_account (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists ledger_account__alike_code;
create unique index concurrently ledger_account__alike_code on ledger_account (
  tenant_id, normal_text(code), (case when colliding_code = code then code else '' end));
drop index concurrently if exists price_list__alike_name;
create unique index concurrently price_list__alike_name on price_list (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists saved_view__alike_name;
create unique index concurrently saved_view__alike_name on saved_view (
  tenant_id, user_id, list, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists label_template__alike_name;
create unique index concurrently label_template__alike_name on label_template (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists oauth_app__alike_name;
create unique index concurrently oauth_app__alike_name on oauth_app (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists logistics_company__alike_name;
create unique index concurrently logistics_company__alike_name on logistics_company (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists logistics_company__alike_code;
create unique index concurrently logistics_company__alike_code on logistics_company (
  tenant_id, normal_text(code), (case when colliding_code = code then code else '' end));
drop index concurrently if exists webhook__alike_name;
create unique index concurrently webhook__alike_name on webhook (
  tenant_id, normal_text(name), (case when colliding_name = name then name else '' end));
drop index concurrently if exists barcode__alike_code;
create unique index concurrently barcode__alike_code on barcode (
  tenant_id, normal_text(code), (case when colliding_code = code then code else '' end));
drop index concurrently if exists serial_number__alike_serial;
create unique index concurrently serial_number__alike_serial on serial_number (
  tenant_id, sku_id, normal_text(serial), (case when colliding_serial = "serial" then "serial" else '' end));
drop index concurrently if exists product_relation__alike_outer_sku_code;
create unique index concurrently product_relation__alike_outer_sku_code on product_relation (
  tenant_id, folded_text(platform), normal_text(shop), normal_text(outer_sku_code), (case when colliding_outer_sku_code = outer_sku_code then outer_sku_code else '' end));
drop index concurrently if exists external_order__alike_number;
create unique index concurrently external_order__alike_number on external_order (
  tenant_id, folded_text(platform), normal_text(shop), normal_text(number), (case when colliding_number = number then number else '' end));
-- Products of one name differ in something else, so this one only finds them.
drop index concurrently if exists product__alike_name;
create index concurrently product__alike_name on product (tenant_id, normal_text(name)) where removed_at is null;
