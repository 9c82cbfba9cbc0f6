-- A purse holds what its entries brought less what they took.
-- Proof of the ledgers.
select null::bigint as document_id, null::bigint as sku_id, format('%s %s', purse, holder_id) as subject,
  format('balance %s, ledger %s', coalesce(balance.amount, 0), coalesce(ledger.amount, 0)) as detail
from (select purse, holder_id, sum(amount) as amount from ({{money_flow}}) flow group by 1, 2) ledger
full join (select purse, holder_id, amount from {{money_balance}} money_balance where tenant_id = $1) balance using (purse, holder_id)
where coalesce(balance.amount, 0) <> coalesce(ledger.amount, 0)
