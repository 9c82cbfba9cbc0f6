import type { PurseType } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { seesAllBooks, visibleDocuments } from '../../kernel/access/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';

/** Returns true for users who see every document and every customer. */
export const seesWholeCompany = (scope: Scope): boolean =>
  seesAllBooks(scope) && scope.customerIds === null;

/** Balances and flows of accounts need the "all data" scope. */
export const seesAccounts = ({ documents }: Scope): boolean => documents.of === 'all';

/** Present balances by holder of a purse type, in SQL (holder_id, amount): Σ in − Σ out, in base currency. */
export function purseBalances(context: Context, purse: PurseType): RawBuilder<unknown> {
  const { tenantId, scope } = context;
  if (!seesAllBooks(scope)) return flowSumsByHolderSql(visibleFlows(context, purse));
  return sql`(select holder_id, sum(amount) as amount from whole_money_balance
    where tenant_id = ${tenantId} and purse = ${purse} group by holder_id)`;
}

const flowSumsByHolderSql = (flows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select holder_id, sum(amount) as amount from ${flows} as flow group by holder_id)`;

/**
 * Visible documents' entries, in SQL (holder_id, amount, business_date), per end in a purse of the type:
 * positive into the purse.
 */
export function visibleFlows({ tenantId, scope }: Context, purse: PurseType): RawBuilder<unknown> {
  return sql`(
    select flow.holder_id, flow.amount, flow.business_date
    from (
      select to_id as holder_id, amount, business_date, document_id from money_entry
      where tenant_id = ${tenantId} and to_purse = ${purse}
      union all
      select from_id, -amount, business_date, document_id from money_entry
      where tenant_id = ${tenantId} and from_purse = ${purse}) as flow
    join document on document.tenant_id = ${tenantId} and document.id = flow.document_id
    where ${visibleDocuments(scope, 'document')})`;
}
