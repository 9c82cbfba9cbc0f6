-- 0063 template of product: a product may say by which label template its labels are printed.
--
-- Why:       goods of one queue want labels of different sizes.
-- Invariant: a template that a product names stays; a product names one of its own company, or none.
-- Locks:     product for a moment, for a column without a default and its key.
alter table product add column label_template_id bigint;
alter table product
  add constraint product__label_template foreign key (tenant_id, label_template_id) references label_template (tenant_id, id);
create index product__label_template on product (tenant_id, label_template_id) where label_template_id is not null;
