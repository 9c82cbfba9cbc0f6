-- Assets are liabilities and equity, and in it what was earned: stock at what it is worth, each purse under an account.
-- Proof of the ledgers.
select null::bigint as document_id, null::bigint as sku_id, 'balance sheet' as subject,
  format('assets %s, liabilities %s, equity %s, profit %s', assets, liabilities, equity, profit) as detail
from (
  select coalesce(sum(flow.amount) filter (where ledger.type = 'asset'), 0) as assets,
    coalesce(-sum(flow.amount) filter (where ledger.type = 'liability'), 0) as liabilities,
    coalesce(-sum(flow.amount) filter (where ledger.type = 'equity'), 0) as equity,
    coalesce(-sum(flow.amount) filter (where ledger.type in ('revenue', 'cost', 'expense', 'gain', 'loss', 'incomeTax')), 0) as profit
  from (
    select purse, holder_id, amount from {{money_balance}} money_balance where tenant_id = $1 and purse <> 'inventory'
    union all
    select 'inventory', 0, sum(value) from sku_cost where tenant_id = $1) flow {{ledger_of}}) books
where assets <> liabilities + equity + profit
