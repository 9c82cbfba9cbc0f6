-- Accounts of a document in force pay its fees. A receipt shares them over its lines, bills over their goods.
-- A bill bears the shares of the receipts in force that settle the bill.
-- Proof of the ledgers.
with moved as (
  select document_id, sum(amount) as amount
  from ({{money_flow}}) flow where purse = 'paymentFee' group by 1),
paid as (
  select settlement.document_id, sum(settlement.fee) as fee,
    sum(round(settlement.fee * document.exchange_rate, document.money_digits)) as booked
  from document_settlement settlement
  join document on document.tenant_id = $1 and document.id = settlement.document_id
  where settlement.tenant_id = $1 and settlement.fee <> 0
  group by 1),
lines as (
  select document_id, sum(payment_fee) as amount
  from document_line where tenant_id = $1 and payment_fee <> 0 group by 1),
borne as (
  select line.settled_document_id as document_id, sum(line.payment_fee) as amount
  from document_line line
  join document receipt on receipt.tenant_id = $1 and receipt.id = line.document_id and receipt.in_force
  where line.tenant_id = $1 and line.settled_document_id is not null and line.payment_fee <> 0
  group by 1)
select document.id as document_id, null::bigint as sku_id, 'payment fee' as subject,
  format('head %s, accounts %s, booked %s; ledger %s, settled %s of %s, lines %s', document.payment_fee,
    coalesce(paid.fee, 0), coalesce(paid.booked, 0), coalesce(moved.amount, 0), document.settled_fees,
    coalesce(borne.amount, 0), coalesce(lines.amount, 0)) as detail
from document
left join moved on moved.document_id = document.id
left join paid on paid.document_id = document.id
left join lines on lines.document_id = document.id
left join borne on borne.document_id = document.id
where document.tenant_id = $1 and (
  document.payment_fee <> coalesce(paid.fee, 0)
  or document.settled_fees <> coalesce(borne.amount, 0)
  or coalesce(moved.amount, 0) <> case when document.in_force then coalesce(paid.booked, 0) else 0 end
  or document.in_force and coalesce(lines.amount, 0) <> case
    when document.kind = 'moneyIn' then coalesce(paid.booked, 0)
    when document.kind in ('saleOut', 'retailOut') then coalesce(paid.booked, 0) + document.settled_fees
    else 0 end)
