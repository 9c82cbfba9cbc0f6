import { memberFlowTable, memberStatementTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { source, visibleDocuments } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { seesAllBooks, visibleFlows } from '../money/index.ts';
import { FIRST_DAY, LAST_DAY, dayBefore } from './later.ts';
import { pursesAt } from './purseAt.ts';
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
  (context, { organId, dates }): RawBuilder<RowOf<typeof memberFlowTable>> => {
    const { tenantId, scope } = context;
    const [since, until] = dates ?? [null, null];
    const end = (side: 'from' | 'to', amount: string) => sql`
      select document_id, business_date, ${sql.raw(amount)} as amount from money_entry
      where tenant_id = ${tenantId} and ${sql.ref(`${side}_purse`)} = 'prepaid' and ${sql.ref(`${side}_id`)} = ${organId}
        and business_date between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date`;
    return sql<RowOf<typeof memberFlowTable>>`
      select flow.document_id || '-' || flow.business_date as id, flow.sequence, flow.document_id as "documentId",
        flow.business_date as date, flow.business_time as time, flow.number, flow.kind, flow.amount,
        flow.running - ${heldBefore(context, organId, since)} as balance, flow.remark
      from (
        select flow.*, document.business_time, coalesce(document.number, '') as number, document.kind, document.remark,
          row_number() over running as sequence, sum(flow.amount) over running as running
        from (
          select document_id, business_date, sum(amount) as amount
          from (${end('from', 'amount')} union all ${end('to', '-amount')}) as ends
          group by 1, 2
          having sum(amount) <> 0) as flow
        join document on document.tenant_id = ${tenantId} and document.id = flow.document_id
        where ${visibleDocuments(scope, 'document')}
        window running as (order by flow.business_date, flow.document_id
          rows between unbounded preceding and current row)) as flow`;
  },
  { pages: 'whole' },
);

/** What lay in a member's purse before a day, as far as the caller may see; null: before everything. */
function heldBefore(
  context: Context,
  member: string | undefined,
  since: string | null,
): RawBuilder<unknown> {
  if (since === null || member === undefined) return sql`0`;
  const held = seesAllBooks(context.scope)
    ? sql`select amount from ${pursesAt(context.tenantId, 'prepaid', dayBefore(since), member)} as held`
    : sql`select sum(flow.amount) from ${visibleFlows(context, 'prepaid')} as flow
        where flow.holder_id = ${member} and flow.business_date < ${since}::date`;
  return sql`coalesce((${held}), 0)`;
}
