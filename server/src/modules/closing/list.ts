import { closingTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { bindTable } from '../../kernel/table/index.ts';
import { refusePartialClosingView } from './checklist.ts';

/**
 * Open items are counted over the whole company; therefore, like closing, refused to users with a partial
 * view.
 */
export const closingRows = bindTable(closingTable, (context) => {
  refusePartialClosingView(context);
  const { tenantId } = context;
  return sql<RowOf<typeof closingTable>>`
    select closing.id, closing.at, closing.action as "closingAction", closing.closed_before as "closedBefore",
      closing.closed_until as "closedUntil", coalesce(app_user.name, '') as "userName", closing.reason,
      closing.drafts, closing.negative_stock as "negativeStock", closing.unpaid_sales as "unpaidSales",
      closing.unpaid_purchases as "unpaidPurchases", closing.not_invoiced as "notInvoiced",
      closing.unmatched_rows as unmatched,
      closing.not_revalued as "notRevalued"
    from period_closing as closing
    left join app_user on app_user.tenant_id = ${tenantId} and app_user.id = closing.user_id
    where closing.tenant_id = ${tenantId}`;
});
