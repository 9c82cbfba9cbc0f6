-- What a document in force made its partner owe is its debt, what it settled is its lines; in base currency.
-- A bill in another currency is settled at the rate it was booked at, whatever the rate of the day makes of the payment.
with kinds (kind, purse, sign, line_sign) as (values {{debt_kinds}}),
settled as (
  select document.id as document_id,
    round(sum(line.amount) * document.exchange_rate, document.money_digits)
      - coalesce(sum(round(line.amount * document.exchange_rate, document.money_digits)
        - round(line.amount * bill.exchange_rate, document.money_digits)) filter (where bill.exchange_rate <> 1), 0) as amount
  from document
  join kinds on kinds.kind = document.kind and kinds.line_sign <> 0
  join document_line line on line.tenant_id = $1 and line.document_id = document.id
  left join document bill on bill.tenant_id = $1 and bill.id = line.settled_document_id
  where document.tenant_id = $1 and document.in_force
  group by document.id, document.exchange_rate, document.money_digits),
owed as (
  select document.id as document_id, kinds.purse,
    case when kinds.line_sign = 0 then kinds.sign * round(document.debt * document.exchange_rate, document.money_digits)
      else kinds.line_sign * settled.amount end as amount
  from document
  join kinds on kinds.kind = document.kind
  left join settled on settled.document_id = document.id
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
