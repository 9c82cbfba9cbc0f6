-- 0086 searched names: names are found by their pinyin, without accents and in either Chinese writing.
--
-- Why:       gangbi did not find 钢笔.
-- Invariant: name_forms follows from the name (`withNameForms`); null: not worked out yet, the name itself is found all the same.
-- Locks:     each table for a moment for its column; the indexes stop no one.
-- Apart:     what a try leaves behind that failed goes first

alter table product add column if not exists name_forms text;
alter table partner add column if not exists name_forms text;

drop index concurrently if exists product__name_forms;
create index concurrently product__name_forms on product using gin (tenant_id, name_forms gin_trgm_ops) with (fastupdate = off);
drop index concurrently if exists product__without_forms;
create index concurrently product__without_forms on product (tenant_id, id) where name_forms is null;
drop index concurrently if exists partner__without_forms;
create index concurrently partner__without_forms on partner (tenant_id, id) where name_forms is null;
