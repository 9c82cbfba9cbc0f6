-- 0015 approval: what is done to a document before it is in the books is called approval, and what waits for it a draft.
--
-- Why:       it had two names, review and audit, and neither is the trade's.
-- Invariant: every document and price adjustment stays approved, or a draft, as it was.
-- Locks:     access exclusive on document and price_adjustment while their rows are written, company by company.
alter table document drop constraint document__review;
alter table document rename column review to approval;
alter table document rename column auditor_id to approver_id;
alter table document rename column audited_at to approved_at;
alter table document rename column needs_audit to needs_approval;
alter table document rename constraint document__auditor to document__approver;
alter table price_adjustment drop constraint price_adjustment__review;
alter table price_adjustment drop constraint price_adjustment__applied;
alter table price_adjustment rename column review to approval;
alter table price_adjustment rename column auditor_id to approver_id;
alter table price_adjustment rename column audited_at to approved_at;
alter table price_adjustment rename constraint price_adjustment__auditor to price_adjustment__approver;
drop index document__open_orders;

do $$
declare
  company bigint;
begin
  for company in select id from tenant order by id loop
    execute format('set local app.tenant_id = %L', company);
    update document set approval = case approval when 'audited' then 'approved' else 'draft' end
    where tenant_id = company;
    update price_adjustment set approval = case approval when 'audited' then 'approved' else 'draft' end
    where tenant_id = company;
  end loop;
end $$;

alter table document
  alter column approval set default 'draft',
  add constraint document__approval check (approval in ('draft', 'approved'));
alter table price_adjustment
  alter column approval set default 'draft',
  add constraint price_adjustment__approval check (approval in ('draft', 'approved')),
  add constraint price_adjustment__applied check (applied_at is null or approval = 'approved');
create index document__open_orders on document (tenant_id, kind)
  where kind in ('purchaseOrder', 'saleOrder') and approval = 'approved' and not closed and progress <> 'complete' and deleted_at is null;
