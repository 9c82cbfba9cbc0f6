-- What a partner paid beyond all debts is kept by its currency: no more is used than was kept, and none stays in the books once all is used.
-- Drafts use it, too, and bring nothing before they are in force. Lines without a bill settle an opening balance first.
select null::bigint as document_id, null::bigint as sku_id, format('%s of partner %s beside bills', kinds.purse, document.partner_id) as subject,
  format('%s %s, booked at %s', document.currency, sum(line.amount), sum(line.booked)) as detail
from document
join (values {{settling_kinds}}) as kinds (kind, purse) on kinds.kind = document.kind and kinds.purse in ('receivable', 'payable')
join document_line line on line.tenant_id = $1 and line.document_id = document.id and line.settled_document_id is null
where document.tenant_id = $1 and document.deleted_at is null and (document.in_force or line.amount < 0)
group by kinds.purse, document.partner_id, document.currency
having sum(line.amount) < 0 or sum(line.booked) < 0 or (sum(line.amount) = 0 and sum(line.booked) <> 0)
