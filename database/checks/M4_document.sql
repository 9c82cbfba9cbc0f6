-- What a document in force made its partner owe is its debt, what it settled is what its lines were booked at; in base currency.
-- Proof of the ledgers.
with kinds (kind, purse, sign, line_sign) as (values {{debt_kinds}}),
owed as (
  select document.id as document_id, kinds.purse,
    case when kinds.line_sign = 0 then kinds.sign * ({{debt_in_base}})
      else kinds.line_sign * settled.amount end as amount
  from document
  join kinds on kinds.kind = document.kind
  left join (
    select line.document_id, sum(line.booked) as amount
    from document_line line
    join document head on head.tenant_id = $1 and head.id = line.document_id
    where line.tenant_id = $1 and (line.settled_document_id is null or head.kind not in ({{refund_kinds}}))
    group by 1) settled
    on settled.document_id = document.id
  where document.tenant_id = $1 and document.in_force),
moved as (
  select flow.document_id, flow.purse, sum(flow.amount) as amount
  from ({{money_flow}}) flow
  join document on document.tenant_id = $1 and document.id = flow.document_id
  join kinds on kinds.kind = document.kind and kinds.purse = flow.purse
  where document.in_force
  group by 1, 2)
select document_id, null::bigint as sku_id, purse as subject,
  format('document says %s, ledger %s', coalesce(owed.amount, 0), coalesce(moved.amount, 0)) as detail
from owed full join moved using (document_id, purse)
where coalesce(owed.amount, 0) <> coalesce(moved.amount, 0)
