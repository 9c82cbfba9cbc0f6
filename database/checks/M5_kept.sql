-- What a partner paid beyond all debts, or left of its deposits, is kept by its currency: no more is used than was kept, and none stays in the books once all is used.
-- Drafts use it, too, and bring nothing before they are in force. Lines without a bill settle an opening balance first.
with kinds (kind, purse, sign, line_sign) as (values {{debt_kinds}}),
beside as (
  select kinds.purse, document.partner_id, document.currency, document.in_force,
    turned.sign * line.amount as amount, turned.sign * line.booked as booked
  from document
  join kinds on kinds.kind = document.kind and kinds.line_sign <> 0
  join document_line line on line.tenant_id = $1 and line.document_id = document.id and line.settled_document_id is null
  cross join lateral (select case kinds.purse when 'receivable' then -kinds.line_sign else kinds.line_sign end as sign) turned
  where document.tenant_id = $1 and document.deleted_at is null)
select null::bigint as document_id, null::bigint as sku_id, format('%s of partner %s beside bills', purse, partner_id) as subject,
  format('%s %s, booked at %s', currency, sum(amount), sum(booked)) as detail
from beside
where in_force or amount < 0
group by purse, partner_id, currency
having sum(amount) < 0 or sum(booked) < 0 or (sum(amount) = 0 and sum(booked) <> 0)
