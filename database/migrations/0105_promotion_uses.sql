-- 0105 uses of promotions name their promotion and customer by foreign keys.
--
-- Why:       a promotion with uses is kept, like every record that documents name; it can be switched off.
-- Invariant: every use names a promotion of the company, and a customer or none. The document is written after its uses, and no
--            document is ever deleted.
-- Locks:     promotion_use, promotion and partner for a moment; the table is new, hence small.
do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    -- Until now a promotion could be deleted after its uses.
    delete from promotion_use u where u.tenant_id = company
      and not exists (select from promotion p where p.tenant_id = company and p.id = u.promotion_id);
    update promotion_use u set partner_id = null where u.tenant_id = company
      and not exists (select from partner p where p.tenant_id = company and p.id = u.partner_id);
  end loop;
  set local app.tenant_id = '';
end $$;
alter table promotion_use add constraint promotion_use__promotion
  foreign key (tenant_id, promotion_id) references promotion (tenant_id, id);
alter table promotion_use add constraint promotion_use__partner
  foreign key (tenant_id, partner_id) references partner (tenant_id, id);
