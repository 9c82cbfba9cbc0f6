-- A row of a bank's statement comes to exactly what it is matched with, which documents had moved on its account.
-- In the statement's currency; rows that are no document are counted as such; all statements of an account are of one currency.
with matched as (
  select statement_id, row, account_id, sum(amount) as amount
  from bank_match where tenant_id = $1 group by 1, 2, 3),
told as (
  select coalesce(entry.statement_id, matched.statement_id) as statement_id, coalesce(entry.row, matched.row) as row,
    entry.row is not null as is_row, matched.row is not null as is_matched, entry.amount, matched.amount as matched
  from (select statement_id, row, account_id, amount from bank_row where tenant_id = $1) entry
  full join matched using (statement_id, row, account_id)),
-- Entries are only ever added: what a document had moved at some time is a sum of its first ones.
moved as (
  select held.document_id, held.account_id, held.amount as matched,
    sum(side.sign * case when statement.foreign_currency is null then entry.amount
      when entry.currency = statement.foreign_currency then entry.original_amount else 0 end)
      over (partition by held.document_id, held.account_id order by entry.seq rows unbounded preceding) as amount
  from bank_match held
  join bank_statement statement on statement.tenant_id = $1 and statement.id = held.statement_id
  left join money_entry entry on entry.tenant_id = $1 and entry.document_id = held.document_id
  cross join lateral (
    select case when entry.to_purse = 'account' and entry.to_id = held.account_id then 1
      when entry.from_purse = 'account' and entry.from_id = held.account_id then -1 else 0 end as sign) side
  where held.tenant_id = $1)
select null::bigint as document_id, null::bigint as sku_id, format('row %s of statement %s', row, statement_id) as subject,
  format('row %s, matched %s', amount, matched) as detail
from told where is_matched and amount is distinct from matched
union all
select document_id, null, format('account %s', account_id), format('matched %s, which it never moved', matched)
from moved group by document_id, account_id, matched having not coalesce(bool_or(amount = matched), false)
union all
select null, null, format('statement %s', statement.id),
  format('%s rows, %s of them no document, noted %s and %s', counted.rows, counted.open, statement.row_count, statement.open_count)
from bank_statement statement
left join (
  select statement_id, count(*) filter (where is_row) as rows, count(*) filter (where is_row and not is_matched) as open
  from told group by 1) counted on counted.statement_id = statement.id
where statement.tenant_id = $1
  and (counted.rows is distinct from statement.row_count or counted.open is distinct from statement.open_count)
union all
select null, null, format('account %s', account_id), format('statements in %s', string_agg(distinct coalesce(foreign_currency, 'its own'), ', '))
from bank_statement where tenant_id = $1
group by account_id having count(distinct coalesce(foreign_currency, '')) > 1
