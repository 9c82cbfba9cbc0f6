import { accountDetailTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { source, visibleDocuments } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { refusePartialView } from './accounts.ts';
import { FIRST_DAY, LAST_DAY, dayBefore } from './later.ts';
import { pursesAt } from './purseAt.ts';

/** What the chosen accounts held together at the end of a day; null: now. */
const heldTogether = (
  { tenantId }: Context,
  accounts: readonly string[] | undefined,
  day: string | null,
): RawBuilder<unknown> => sql`coalesce((
  select sum(held.amount) from ${pursesAt(tenantId, 'account', day)} as held where ${chosen(accounts, 'held.holder_id')}), 0)`;

const chosen = (accounts: readonly string[] | undefined, column: string): RawBuilder<boolean> =>
  accounts === undefined || accounts.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any(${accounts}::bigint[])`;

type WorkedRow = Pick<
  RowOf<typeof accountDetailTable>,
  'id' | 'sequence' | 'date' | 'income' | 'expense' | 'balance'
>;

/** Of a document that the caller may not see (its customer or warehouse is not granted) only the amount is shown. */
export const accountDetailRows = source(
  accountDetailTable,
  (context, { accounts, dates }) => {
    refusePartialView(context);
    const { tenantId } = context;
    const [since, until] = dates ?? [null, null];
    const end = (side: 'to' | 'from') => sql`
      select document_id, business_date, ${sql.ref(`${side}_id`)} as account_id,
        ${side === 'to' ? sql`amount` : sql`-amount`} as amount
      from money_entry
      where tenant_id = ${tenantId} and ${sql.ref(`${side}_purse`)} = 'account' and ${chosen(accounts, `${side}_id`)}
        and business_date between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date`;
    return sql<WorkedRow>`
      with flow as (
        select document_id, business_date, account_id, sum(amount) as amount,
          row_number() over (order by business_date, document_id, account_id) as sequence
        from (${end('to')} union all ${end('from')}) as ends
        group by 1, 2, 3
        having sum(amount) <> 0),
      held as (select ${since === null ? sql`0::numeric` : heldTogether(context, accounts, dayBefore(since))} as opening)
      select 'opening' as id, 0 as sequence, 0 as document_id, 0 as account_id, 'opening' as row_kind, ${since}::date as date,
        null::numeric as income, null::numeric as expense, held.opening as balance
      from held
      union all
      select flow.document_id || '-' || flow.business_date || '-' || flow.account_id, flow.sequence, flow.document_id,
        flow.account_id, null, flow.business_date, greatest(flow.amount, 0), greatest(-flow.amount, 0),
        held.opening + sum(flow.amount) over (order by flow.sequence rows between unbounded preceding and current row)
      from flow cross join held
      union all
      select 'closing', (select count(*) + 1 from flow), 0, 0, 'closing', ${until}::date, null, null,
        held.opening + coalesce((select sum(amount) from flow), 0)
      from held`;
  },
  {
    pages: 'whole',
    beside: ({ tenantId, scope }) => {
      const seen = (value: RawBuilder<unknown>) =>
        sql`case when ${visibleDocuments(scope, 'document')} then ${value} end`;
      return {
        by: ['document_id', 'account_id', 'row_kind'],
        joins: sql`
          left join document on document.tenant_id = ${tenantId} and document.id = "row".document_id
          left join account on account.tenant_id = ${tenantId} and account.id = "row".account_id
          left join person as handler on handler.tenant_id = ${tenantId} and handler.id = document.handler_id
          left join partner on partner.tenant_id = ${tenantId} and partner.id = document.partner_id`,
        columns: {
          documentId: seen(sql`document.id`),
          time: sql`document.business_time`,
          number: seen(sql`coalesce(document.number, '')`),
          kind: sql`coalesce(document.kind, "row".row_kind)`,
          accountName: sql`coalesce(account.name, '')`,
          partnerId: seen(sql`document.partner_id`),
          handlerId: seen(sql`document.handler_id`),
          partnerName: seen(sql`coalesce(partner.name, '')`),
          handlerName: seen(sql`coalesce(handler.name, '')`),
          remark: seen(sql`document.remark`),
        },
      };
    },
  },
);
