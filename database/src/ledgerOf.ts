/**
 * Joins for a purse's ledger account, under the alias `ledger`, on a relation `flow` with columns purse and
 * holder_id; `$1` is the company. A purse without a role keeps the row, with `ledger` all null.
 */
export const ledgerOf = `
  left join account till on flow.purse in ('account', 'accountValue')
    and till.tenant_id = $1 and till.id = flow.holder_id
  left join in_out_item item on flow.purse = 'item' and item.tenant_id = $1 and item.id = flow.holder_id
  left join partner depositor on flow.purse in ('deposit', 'depositValue')
    and depositor.tenant_id = $1 and depositor.id = flow.holder_id
  left join ledger_role on ledger_role.tenant_id = $1 and ledger_role.role = case flow.purse
    when 'item' then item.type
    when 'deposit' then case depositor.type when 'supplier' then 'depositPaid' else 'depositReceived' end
    when 'depositValue' then case depositor.type when 'supplier' then 'depositPaid' else 'depositReceived' end
    when 'accountValue' then 'account'
    when 'receivableValue' then 'receivable'
    when 'payableValue' then 'payable'
    else flow.purse end
  left join ledger_account ledger on ledger.tenant_id = $1
    and ledger.id = coalesce(till.ledger_account_id, item.ledger_account_id, ledger_role.ledger_account_id)`;

/**
 * Holder of a purse if the ledger account depends on it, else null: grouping by this before `ledgerOf`
 * leaves few rows.
 */
export const ledgerHolder =
  "case when purse in ('account', 'item', 'deposit', 'accountValue', 'depositValue') then holder_id end";
