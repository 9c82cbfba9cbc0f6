-- A document in force owes carriers the booked freight, also of its orders, and an expenditure in force pays booked freight.
-- Proof of the ledgers.
with owed as (
  select part.document_id, part.company_id, sum(part.amount) as amount
  from (
    select coalesce(freight.carried_by_id, freight.document_id) as document_id, freight.company_id,
      -freight.booked as amount
    from freight_info freight where freight.tenant_id = $1 and freight.booked <> 0 and not freight.cancelled
    union all
    select freight.payment_id, freight.company_id, freight.booked
    from freight_info freight
    where freight.tenant_id = $1 and freight.booked <> 0 and freight.payment_id is not null) part
  join document on document.tenant_id = $1 and document.id = part.document_id
  where document.in_force
  group by 1, 2),
moved as (
  select document_id, holder_id as company_id, sum(amount) as amount
  from ({{money_flow}}) flow where purse = 'carrier' group by 1, 2)
select document_id, null::bigint as sku_id, format('carrier %s', company_id) as subject,
  format('freight says %s, ledger %s', coalesce(owed.amount, 0), coalesce(moved.amount, 0)) as detail
from owed full join moved using (document_id, company_id)
where coalesce(owed.amount, 0) <> coalesce(moved.amount, 0)
