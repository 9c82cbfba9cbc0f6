-- An opening debt is posted by a document of its partner, number, days, currency, rate and amount, in force.
-- A document of an opening debt has a row. A partner with opening debts has no opening balance beside.
with debt as (
  select debt.*, case debt.side when 'receivable' then 'openingReceivable' else 'openingPayable' end as kind
  from opening_debt debt where debt.tenant_id = $1),
paper as (
  select * from document
  where tenant_id = $1 and kind in ('openingReceivable', 'openingPayable') and deleted_at is null)
select coalesce(paper.id, debt.document_id) as document_id, null::bigint as sku_id,
  format('opening debt %s', coalesce(debt.number, paper.number)) as subject,
  format('row says %s %s, document %s %s', debt.amount, debt.currency, paper.debt, paper.currency) as detail
from debt full join paper on paper.id = debt.document_id
where paper.id is null or debt.id is null or not paper.in_force or paper.subject <> 'openingDebt:' || debt.id
  or (paper.kind, paper.partner_id, paper.number, paper.business_date, paper.due_on) is distinct from
    (debt.kind, debt.partner_id, debt.number, debt.business_date, debt.due_on)
  or (paper.currency, paper.exchange_rate, paper.debt) is distinct from
    (debt.currency, debt.exchange_rate, debt.amount)
union all
select debt.document_id, null, format('partner %s', partner.id),
  format('opening balance %s beside debt %s',
    partner.opening_receivable - partner.opening_payable, debt.number)
from debt join partner on partner.tenant_id = $1 and partner.id = debt.partner_id
where partner.opening_receivable <> 0 or partner.opening_payable <> 0
  or partner.type <> case debt.side when 'receivable' then 'customer' else 'supplier' end
