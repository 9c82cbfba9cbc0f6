-- A document in force moved its member's bonus by what it says; what members have left of theirs was given and is not spent yet.
-- Proof of the ledgers.
with kinds (kind, sign) as (values {{bonus_kinds}}),
moved as (
  select flow.document_id, sum(flow.amount) as bonus from ({{money_flow}}) flow where flow.purse = 'bonus' group by 1)
select document.id as document_id, null::bigint as sku_id, format('%s %s', document.kind, document.number) as subject,
  format('bonus %s, ledger %s', document.bonus, coalesce(moved.bonus, 0)) as detail
from document
left join kinds on kinds.kind = document.kind
left join moved on moved.document_id = document.id
where document.tenant_id = $1
  and coalesce(moved.bonus, 0) <> case when document.in_force
    then -coalesce(kinds.sign, 0) * case when document.exchange_rate = 1 then document.bonus
      else round(document.bonus * document.exchange_rate, document.money_digits) end
    else 0 end
union all
select null, null, 'bonuses', format('members have %s, not spent yet %s', -sum(amount) filter (where purse = 'bonus'),
  sum(amount) filter (where purse = 'bonusGiven'))
from {{money_balance}} money_balance where tenant_id = $1 and purse in ('bonus', 'bonusGiven')
having coalesce(sum(amount), 0) <> 0
