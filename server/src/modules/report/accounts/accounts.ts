import { accountFlowTable, accountReportTable } from '@tradehouse/contract';
import type { InputOf, ReplyOf, RowOf, accountStatistics } from '@tradehouse/contract';
import { decimal, plain } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { holds, onlyAsked, refuse, seesAmounts, source } from '../../../kernel/index.ts';
import type { Context, FiltersOf, TableQuery } from '../../../kernel/index.ts';
import { seesAccounts } from '../../money/index.ts';
import { ofVisible, paperJoins } from '../books/beside.ts';
import { FIRST_DAY, LAST_DAY, dayBefore } from '../later.ts';
import { inOriginal } from './original.ts';
import { pursesAt } from './purseAt.ts';

/** Balances of accounts are the whole company's: refused to anyone who sees only a part of its documents. */
export function refusePartialView({ scope }: Context): void {
  if (!seesAccounts(scope)) refuse('access.denied');
}

/**
 * Accounts with what they held at the end of a day, and moved in its month until then.
 *
 * @param day absent: what they moved this month and hold now
 */
const accountsWithBalance = (
  tenantId: string,
  day?: string,
): RawBuilder<RowOf<typeof accountReportTable>> => sql`
  select account.id, account.name, account.number, account.opening_amount as "openingAmount",
    coalesce(period.amount, 0) as "monthAmount", coalesce(held.amount, 0) as balance
  from account
  join tenant_setting as setting on setting.tenant_id = ${tenantId}
  left join ${pursesAt(tenantId, 'account', day ?? null)} as held on held.holder_id = account.id
  cross join lateral (
    select sum(amount) as amount from whole_money_period
    where tenant_id = ${tenantId} and purse = 'account' and holder_id = account.id and ${monthUntil(day)}) as period
  where account.tenant_id = ${tenantId}`;

const monthUntil = (day: string | undefined): RawBuilder<boolean> =>
  day === undefined
    ? sql`grain = 'm' and starts_on = date_trunc('month', now() at time zone setting.time_zone)::date`
    : sql`grain = 'd' and starts_on between date_trunc('month', ${day}::date)::date and ${day}::date`;

export const accountReportRows = source(accountReportTable, (context, { date }) => {
  refusePartialView(context);
  return accountsWithBalance(context.tenantId, date);
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
    where ${holds(sql`row.name`, name)} and ${holds(sql`row.number`, number)}`.execute(context.tx);
  const shown = (amount: string | undefined) => plain(decimal(amount ?? '0'));
  return { allMonthAmount: shown(rows[0]?.month), allCurrentAmount: shown(rows[0]?.current) };
}

type FlowAsked = FiltersOf<typeof accountFlowTable>;

/** What a request asks for that asks for an account and days alone; null: it asks for more. */
function flowAsked(context: Context, query: TableQuery): FlowAsked | null {
  refusePartialView(context);
  return onlyAsked(accountFlowTable, query, ['accountId', 'dates']);
}

/**
 * What each document moved on each day, in the order of the days, or against it. An index has each of the two ends in it, and
 * they are merged only as far as they are read: `offset 0` keeps the order of each for itself.
 */
function flowOf(
  { tenantId }: Context,
  { accountId, dates }: FlowAsked,
  way: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [since, until] = dates ?? [null, null];
  const order = sql`order by business_date ${way}, document_id ${way}`;
  const end = (purse: string, id: string, sign: RawBuilder<unknown>) => sql`(
    select document_id, business_date, ${sign}amount as amount, ${sign}original_amount as original from money_entry
    where tenant_id = ${tenantId} and ${sql.ref(purse)} = 'account' and ${sql.ref(id)} = ${accountId}
      and business_date between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date
    ${order} offset 0)`;
  return sql`
    select document_id, business_date, sum(amount) as amount
    from (${end('to_purse', 'to_id', sql``)} union all ${end('from_purse', 'from_id', sql`-`)}) as ends
    group by business_date, document_id
    having sum(amount) <> 0 or sum(original) <> 0
    ${order}`;
}

/** How many rows the flow has and what they come to, from the account's days. */
function flowTotals(
  { tenantId }: Context,
  { accountId, dates }: FlowAsked,
  sums: readonly string[],
): RawBuilder<unknown> {
  const [since, until] = dates ?? [null, null];
  const parts = sums.map(
    (name) => sql`, coalesce(sum(day.${sql.ref(name)}), 0) as ${sql.ref(name)}`,
  );
  return sql`
    select coalesce(sum(day.documents), 0) as ${sql.ref('#')}${sql.join(parts, sql``)} from whole_money_period as day
    where day.tenant_id = ${tenantId} and day.purse = 'account' and day.holder_id = ${accountId} and day.grain = 'd'
      and day.starts_on between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date`;
}

/** The last rows of the flow, each balance from the last one backwards. */
function flowEnd(context: Context, asked: FlowAsked, most: number): RawBuilder<unknown> {
  const until = asked.dates?.[1] ?? null;
  return sql`
    select flow.document_id || '-' || flow.business_date as id, flow.document_id, ${asked.accountId}::bigint as account_id,
      (${flowTotals(context, asked, [])}) - flow.place + 1 as sequence, flow.business_date as date, flow.amount,
      ${heldAt(context, asked.accountId, until)} - coalesce(flow.later, 0) as balance
    from (
      select flow.*, row_number() over back as place,
        sum(flow.amount) over (back rows between unbounded preceding and 1 preceding) as later
      from (${flowOf(context, asked, sql`desc`)} limit ${most}) as flow
      window back as (order by flow.business_date desc, flow.document_id desc)) as flow`;
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
    const { accountId } = filters;
    const [since] = filters.dates ?? [null];
    return sql<FlowRow>`
    select flow.document_id || '-' || flow.business_date as id, flow.document_id, ${accountId}::bigint as account_id, flow.sequence,
      flow.business_date as date, flow.amount, flow.opening + flow.running as balance
    from (
      select flow.*, ${openingOf(context, accountId, since)} as opening,
        sum(flow.amount) over running as running, row_number() over running as sequence
      from (${flowOf(context, filters, sql`asc`)}) as flow
      window running as (order by flow.business_date, flow.document_id
        rows between unbounded preceding and current row)) as flow`;
  },
  {
    pages: 'whole',
    totals: (context, query, sums) => {
      const asked = flowAsked(context, query);
      return asked === null ? null : flowTotals(context, asked, sums);
    },
    end: (context, query) => {
      const { column, direction } = query.order;
      const asked =
        column === 'sequence' && direction === 'desc' ? flowAsked(context, query) : null;
      return asked === null ? null : flowEnd(context, asked, query.offset + query.limit);
    },
    beside: ({ tenantId, scope }) => {
      const seen = ofVisible(scope);
      const original = inOriginal(tenantId, {
        purse: 'account',
        sign: 1,
        holder: sql`"row".account_id`,
      });
      return {
        by: ['document_id', 'account_id', 'date'],
        joins: sql`${paperJoins(tenantId)} ${original.joins}`,
        columns: {
          documentId: seen(sql`document.id`),
          time: sql`document.business_time`,
          number: seen(sql`coalesce(document.number, '')`),
          kind: sql`document.kind`,
          partnerName: seen(sql`coalesce(partner.name, '')`),
          remark: seen(sql`document.remark`),
          ...original.columns,
        },
      };
    },
  },
);

/** What the account held before the first day asked for. */
const openingOf = (
  context: Context,
  accountId: string | undefined,
  since: string | null,
): RawBuilder<unknown> => (since === null ? sql`0` : heldAt(context, accountId, dayBefore(since)));

/** What an account held at the end of a day; null: now. */
function heldAt(
  { tenantId }: Context,
  accountId: string | undefined,
  day: string | null,
): RawBuilder<unknown> {
  if (accountId === undefined) return sql`0`;
  return sql`coalesce((select amount from ${pursesAt(tenantId, 'account', day, accountId)} as held), 0)`;
}
