import { accountFlowTable, accountReportTable } from '@tradehouse/contract';
import type { InputOf, ReplyOf, RowOf, accountStatistics } from '@tradehouse/contract';
import { decimal, plain } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { literal, refuse, seesAmounts, source, visibleDocuments } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { seesAccounts } from '../money/index.ts';
import { FIRST_DAY, LAST_DAY, dayBefore } from './later.ts';
import { pursesAt } from './purseAt.ts';

/** Balances of accounts are the whole company's: refused to anyone who sees only a part of its documents. */
function refusePartialView({ scope }: Context): void {
  if (!seesAccounts(scope)) refuse('access.denied');
}

/** Accounts with what they moved this month and hold now. */
const accountsWithBalance = (tenantId: string): RawBuilder<RowOf<typeof accountReportTable>> => sql`
  select account.id, account.name, account.number, account.opening_amount as "openingAmount",
    coalesce(period.amount, 0) as "monthAmount", coalesce(held.amount, 0) as balance
  from account
  join tenant_setting as setting on setting.tenant_id = ${tenantId}
  cross join lateral (
    select sum(amount) as amount from whole_money_balance
    where tenant_id = ${tenantId} and purse = 'account' and holder_id = account.id) as held
  cross join lateral (
    select sum(amount) as amount from whole_money_period
    where tenant_id = ${tenantId} and purse = 'account' and holder_id = account.id
      and grain = 'm' and starts_on = date_trunc('month', now() at time zone setting.time_zone)::date) as period
  where account.tenant_id = ${tenantId}`;

export const accountReportRows = source(accountReportTable, (context) => {
  refusePartialView(context);
  return accountsWithBalance(context.tenantId);
});

export async function accountSums(
  context: Context,
  { name = '', number = '' }: InputOf<typeof accountStatistics>,
): Promise<ReplyOf<typeof accountStatistics>> {
  refusePartialView(context);
  if (!seesAmounts(context.scope, 'money')) return { allMonthAmount: null, allCurrentAmount: null };
  const { rows } = await sql<{ month: string; current: string }>`
    select coalesce(sum("monthAmount"), 0) as month, coalesce(sum(balance), 0) as current
    from (${accountsWithBalance(context.tenantId)}) as row
    where row.name ilike ${`%${literal(name)}%`} and row.number ilike ${`%${literal(number)}%`}`.execute(
    context.tx,
  );
  const shown = (amount: string | undefined) => plain(decimal(amount ?? '0'));
  return { allMonthAmount: shown(rows[0]?.month), allCurrentAmount: shown(rows[0]?.current) };
}

type FlowRow = Pick<
  RowOf<typeof accountFlowTable>,
  'id' | 'sequence' | 'date' | 'amount' | 'balance'
>;

/** Of a document that the caller may not see (its customer or warehouse is not granted) only the amount is shown. */
export const accountFlowRows = source(
  accountFlowTable,
  (context, filters) => {
    refusePartialView(context);
    const { tenantId } = context;
    const { accountId } = filters;
    const [since, until] = filters.dates ?? [null, null];
    const end = (purse: string, id: string, amount: RawBuilder<unknown>) => sql`
    select document_id, business_date, ${amount} as amount from money_entry
    where tenant_id = ${tenantId} and ${sql.ref(purse)} = 'account' and ${sql.ref(id)} = ${accountId}
      and business_date between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date`;
    // The two ends come in the order in which they are added up and numbered: they are sorted once.
    return sql<FlowRow>`
    select flow.document_id || '-' || flow.business_date as id, flow.document_id, flow.sequence,
      flow.business_date as date, flow.amount, flow.opening + flow.running as balance
    from (
      select flow.*, ${openingOf(context, accountId, since)} as opening,
        sum(flow.amount) over running as running, row_number() over running as sequence
      from (
        select document_id, business_date, sum(amount) as amount
        from (
          ${end('to_purse', 'to_id', sql`amount`)} union all ${end('from_purse', 'from_id', sql`-amount`)}
          order by business_date, document_id) as ends
        group by business_date, document_id
        having sum(amount) <> 0) as flow
      window running as (order by flow.business_date, flow.document_id
        rows between unbounded preceding and current row)) as flow`;
  },
  {
    pages: 'whole',
    beside: ({ tenantId, scope }) => {
      const seen = (value: RawBuilder<unknown>) =>
        sql`case when ${visibleDocuments(scope, 'document')} then ${value} end`;
      return {
        by: ['document_id'],
        joins: sql`
          left join document on document.tenant_id = ${tenantId} and document.id = "row".document_id
          left join partner on partner.tenant_id = ${tenantId} and partner.id = document.partner_id`,
        columns: {
          documentId: seen(sql`document.id`),
          time: sql`document.business_time`,
          number: seen(sql`coalesce(document.number, '')`),
          kind: sql`document.kind`,
          partnerName: seen(sql`coalesce(partner.name, '')`),
          remark: seen(sql`document.remark`),
        },
      };
    },
  },
);

/** What the account held before the first day asked for. */
function openingOf(
  { tenantId }: Context,
  accountId: string | undefined,
  since: string | null,
): RawBuilder<unknown> {
  if (since === null || accountId === undefined) return sql`0`;
  return sql`coalesce((
    select amount from ${pursesAt(tenantId, 'account', dayBefore(since), accountId)} as before), 0)`;
}
