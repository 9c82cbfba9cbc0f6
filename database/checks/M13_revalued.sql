-- A revaluation in force posted the differences of its rows to their purses, its reversal the opposite.
-- A revaluation that was taken back posted nothing. A revaluation in force with differences has a posting, and
-- a second posting once reversed.
-- The value of a row is the amount at the rate.
with posting as materialized (
  select id, document_id, 1 as sign from revaluation where tenant_id = $1 and taken_back_at is null
  union all
  select id, reversal_id, -1 from revaluation where tenant_id = $1 and taken_back_at is null),
entry as materialized (
  select revaluation_id, purse, holder_id, sum(value - booked) as amount
  from revaluation_row where tenant_id = $1
  group by 1, 2, 3),
owed as (
  select posting.document_id, entry.purse || 'Value' as purse, entry.holder_id,
    sum(posting.sign * entry.amount) as amount
  from posting
  join entry on entry.revaluation_id = posting.id
  where posting.document_id is not null
  group by 1, 2, 3),
moved as (
  select flow.document_id, flow.purse, flow.holder_id, sum(flow.amount) as amount
  from ({{money_flow}}) flow
  where flow.purse in ('accountValue', 'receivableValue', 'payableValue', 'depositValue')
  group by 1, 2, 3)
select document_id, null::bigint as sku_id, format('%s %s', purse, holder_id) as subject,
  format('rows say %s, ledger %s', coalesce(owed.amount, 0), coalesce(moved.amount, 0)) as detail
from owed full join moved using (document_id, purse, holder_id)
where coalesce(owed.amount, 0) <> coalesce(moved.amount, 0)
union all
select null, null, format('line %s of revaluation %s', paper.line, paper.revaluation_id),
  format('%s at %s is not %s', paper.amount, paper.rate, paper.value)
from revaluation_row paper
where paper.tenant_id = $1 and paper.value <> round(paper.amount * paper.rate, (
  select setting.currency_digits from tenant_setting setting where setting.tenant_id = $1))
union all
select coalesce(one.document_id, one.reversal_id), null, format('revaluation %s', one.id),
  case when one.document_id is null then 'its differences are not posted'
    else format('reversed on %s, reversal %s', one.reversed_on, one.reversal_id) end
from revaluation one
where one.tenant_id = $1 and one.taken_back_at is null
  and exists (
    select from revaluation_row paper
    where paper.tenant_id = $1 and paper.revaluation_id = one.id and paper.value <> paper.booked)
  and (one.document_id is null or (one.reversed_on is null) <> (one.reversal_id is null))
