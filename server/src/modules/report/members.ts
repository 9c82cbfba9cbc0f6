import { memberFlowTable, memberStatementTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { source } from '../../kernel/index.ts';
import { purseFlow } from './purseFlow.ts';
import { balances, settlements } from './statements.ts';

// What is in a member's purse lies there with a minus: above zero is what the member has left.

export const memberStatementRows = source(
  memberStatementTable,
  (context, { dates, hasPrepayment }): RawBuilder<RowOf<typeof memberStatementTable>> => {
    const { tenantId } = context;
    const [since, until] = dates ?? [null, null];
    const left =
      hasPrepayment === undefined
        ? sql`true`
        : hasPrepayment
          ? sql`row.closing <> 0`
          : sql`row.closing = 0`;
    return sql<RowOf<typeof memberStatementTable>>`
      select row.id, row.name, row.contacts, row.phone, row.opening, row."paidIn",
        row.opening + row."paidIn" - row.closing as spent, row.closing
      from (
        select partner.id, partner.name, partner.contacts, partner.phone, partner.enabled,
          -coalesce(held.opening, 0) as opening, -coalesce(brought.amount, 0) as "paidIn",
          -coalesce(held.closing, 0) as closing
        from partner
        left join ${balances(context, 'prepaid', since, until)} as held on held.holder_id = partner.id
        left join ${settlements(context, 'prepaid', since, until)} as brought on brought.holder_id = partner.id
        where partner.tenant_id = ${tenantId} and partner.type = 'member') as row
      where (row.enabled or row.opening <> 0 or row.closing <> 0 or row."paidIn" <> 0) and ${left}`;
  },
  { pages: 'whole' },
);

export const memberFlowRows = source(
  memberFlowTable,
  (context, { organId, dates }): RawBuilder<RowOf<typeof memberFlowTable>> =>
    purseFlow(context, { purse: 'prepaid', sign: -1, holder: organId, dates }),
  { pages: 'whole' },
);
