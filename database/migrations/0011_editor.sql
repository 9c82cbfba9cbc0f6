-- 0011 editor: who wrote the amounts of a document last.
--
-- Why:       whoever changes a purchase and approves it in one go looks at it with one pair of eyes, not two.
-- Invariant: empty, the creator's amounts stand; else those of whoever changed the document last.
-- Locks:     a column without a default is added at once; a foreign key reads the table, with writers waiting.

alter table document add column editor_id bigint;
alter table document
  add constraint document__editor foreign key (tenant_id, editor_id) references app_user;
