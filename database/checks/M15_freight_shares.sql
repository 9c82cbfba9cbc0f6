-- The shares of freight on the lines add up to the freight cost of a document in force.
-- The estimated part never exceeds the whole.
-- Proof of the ledgers.
with shared as (
  select line.document_id, sum(line.freight_cost) as amount, sum(line.freight_estimated) as estimated
  from document_line line
  join document on document.tenant_id = $1 and document.id = line.document_id
  where line.tenant_id = $1 and document.in_force
    and (line.freight_cost <> 0 or line.freight_estimated <> 0)
  group by 1),
moved as (
  select document_id, sum(amount) as amount
  from ({{money_flow}}) flow where purse = 'freightCost' group by 1)
select document_id, null::bigint as sku_id, 'freight cost' as subject,
  format('lines share %s, %s of it estimated; ledger %s', coalesce(shared.amount, 0),
    coalesce(shared.estimated, 0), coalesce(moved.amount, 0)) as detail
from shared full join moved using (document_id)
where coalesce(shared.amount, 0) <> coalesce(moved.amount, 0) or shared.estimated > shared.amount
