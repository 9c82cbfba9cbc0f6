-- Each account got from a document in force what the document says.
-- Before 0084, parts that round to nothing in the company's currency were in no book.
-- Proof of the ledgers.
with kinds (kind, sign, line_sign) as (values {{cash_kinds}}),
owed as (
  select document_id, account_id, sum(amount) as amount, coalesce(sum(amount) filter (where has_worth), 0) as amount_of_worth
  from (
    select document.id as document_id, settled.account_id, kinds.sign * settled.amount as amount,
      round(settled.amount * document.exchange_rate, document.money_digits) <> 0 as has_worth
    from document
    join kinds on kinds.kind = document.kind
    join document_settlement settled on settled.tenant_id = $1 and settled.document_id = document.id
    where document.tenant_id = $1 and document.in_force
    union all
    select document.id, settled.account_id, -settled.fee,
      round(settled.fee * document.exchange_rate, document.money_digits) <> 0
    from document
    join document_settlement settled on settled.tenant_id = $1 and settled.document_id = document.id
    where document.tenant_id = $1 and document.in_force and settled.fee <> 0
    union all
    select document.id, line.account_id, kinds.line_sign * line.amount,
      round(line.amount * document.exchange_rate, document.money_digits) <> 0
    from document
    join kinds on kinds.kind = document.kind
    join document_line line on line.tenant_id = $1 and line.document_id = document.id
    where document.tenant_id = $1 and document.in_force and line.account_id is not null and kinds.line_sign <> 0
  ) part
  group by 1, 2),
moved as (
  select flow.document_id, flow.holder_id as account_id, sum(flow.original) as amount
  from ({{money_flow}}) flow join document on document.tenant_id = $1 and document.id = flow.document_id
  where document.in_force and flow.purse = 'account'
  group by 1, 2)
select document_id, null::bigint as sku_id, format('account %s', account_id) as subject,
  format('document says %s, ledger %s', coalesce(owed.amount, 0), coalesce(moved.amount, 0)) as detail
from owed full join moved using (document_id, account_id)
where coalesce(moved.amount, 0) not in (coalesce(owed.amount, 0), coalesce(owed.amount_of_worth, 0))
