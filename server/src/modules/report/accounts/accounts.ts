import { accountFlowTable, accountReportTable } from '@tradehouse/contract';
import type { InputOf, ReplyOf, RowOf, accountStatistics } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith, seesAmounts } from '../../../kernel/access/index.ts';
import { containsTextSql, onlyNamedFilters, bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { FiltersOf, TableQuery } from '../../../kernel/table/index.ts';
import { seesAccounts } from '../../money/index.ts';
import { ofVisible, paperJoins } from '../books/beside.ts';
import { FIRST_DAY, LAST_DAY, dayBefore } from '../laterPeriods.ts';
import { inOriginal } from './original.ts';
import { pursesAt } from './purseAt.ts';

/** Refuses callers who see only part of the documents, because account balances are company-wide. */
export function refusePartialAccountView({ scope }: Context): void {
  if (!seesAccounts(scope)) refuseWith('access.denied');
}

/**
 * Accounts with the balance at a day's end, and the month's change until the day.
 *
 * @param day absent: this month's change and the present balance
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

export const accountReportRows = bindTable(accountReportTable, (context, { date }) => {
  refusePartialAccountView(context);
  return accountsWithBalance(context.tenantId, date);
});

export async function accountSums(
  context: Context,
  { name = '', number = '' }: InputOf<typeof accountStatistics>,
): Promise<ReplyOf<typeof accountStatistics>> {
  refusePartialAccountView(context);
  if (!seesAmounts(context.scope, 'money')) return { allMonthAmount: null, allCurrentAmount: null };
  const { rows } = await sql<{ month: string; current: string }>`
    select coalesce(sum("monthAmount"), 0) as month, coalesce(sum(balance), 0) as current
    from (${accountsWithBalance(context.tenantId)}) as row
    where ${containsTextSql(sql`row.name`, name)} and ${containsTextSql(sql`row.number`, number)}`.execute(
    context.tx,
  );
  const shown = (amount: string | undefined) => toPlainDecimal(decimal(amount ?? '0'));
  return { allMonthAmount: shown(rows[0]?.month), allCurrentAmount: shown(rows[0]?.current) };
}

type AccountFlowFilters = FiltersOf<typeof accountFlowTable>;

/** Returns the filters if only the account and days are filtered; otherwise null. */
function toSimpleFlowFilters(context: Context, query: TableQuery): AccountFlowFilters | null {
  refusePartialAccountView(context);
  return onlyNamedFilters(accountFlowTable, query, ['accountId', 'dates']);
}

/**
 * Change by each document on each day, in day order or reverse. Each entry end has an index, and the two
 * are merged only to the rows read: `offset 0` keeps each order separate.
 */
function accountFlowSql(
  { tenantId }: Context,
  { accountId, dates }: AccountFlowFilters,
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

/** Number of flow rows and their sums, from the account's days. */
function accountFlowTotalsSql(
  { tenantId }: Context,
  { accountId, dates }: AccountFlowFilters,
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

/** Last rows of the flow, with balances computed backwards from the final balance. */
function flowEnd(context: Context, filters: AccountFlowFilters, most: number): RawBuilder<unknown> {
  const until = filters.dates?.[1] ?? null;
  return sql`
    select flow.document_id || '-' || flow.business_date as id, flow.document_id, ${filters.accountId}::bigint as account_id,
      (${accountFlowTotalsSql(context, filters, [])}) - flow.place + 1 as sequence, flow.business_date as date, flow.amount,
      ${accountBalanceAtSql(context, filters.accountId, until)} - coalesce(flow.later, 0) as balance
    from (
      select flow.*, row_number() over back as place,
        sum(flow.amount) over (back rows between unbounded preceding and 1 preceding) as later
      from (${accountFlowSql(context, filters, sql`desc`)} limit ${most}) as flow
      window back as (order by flow.business_date desc, flow.document_id desc)) as flow`;
}

type AccountFlowRow = Pick<
  RowOf<typeof accountFlowTable>,
  'id' | 'sequence' | 'date' | 'amount' | 'balance'
>;

/**
 * Account flow; documents hidden from the caller (customer or warehouse not granted) show only the amount.
 */
export const accountFlowRows = bindTable(
  accountFlowTable,
  (context, filters) => {
    refusePartialAccountView(context);
    const { accountId } = filters;
    const [since] = filters.dates ?? [null];
    return sql<AccountFlowRow>`
    select flow.document_id || '-' || flow.business_date as id, flow.document_id, ${accountId}::bigint as account_id, flow.sequence,
      flow.business_date as date, flow.amount, flow.opening + flow.running as balance
    from (
      select flow.*, ${accountOpeningSql(context, accountId, since)} as opening,
        sum(flow.amount) over running as running, row_number() over running as sequence
      from (${accountFlowSql(context, filters, sql`asc`)}) as flow
      window running as (order by flow.business_date, flow.document_id
        rows between unbounded preceding and current row)) as flow`;
  },
  {
    pages: 'whole',
    totals: (context, query, sums) => {
      const filters = toSimpleFlowFilters(context, query);
      return filters === null ? null : accountFlowTotalsSql(context, filters, sums);
    },
    end: (context, query) => {
      const { column, direction } = query.order;
      const filters =
        column === 'sequence' && direction === 'desc' ? toSimpleFlowFilters(context, query) : null;
      return filters === null ? null : flowEnd(context, filters, query.offset + query.limit);
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

/** Account balance before the first requested day. */
const accountOpeningSql = (
  context: Context,
  accountId: string | undefined,
  since: string | null,
): RawBuilder<unknown> =>
  since === null ? sql`0` : accountBalanceAtSql(context, accountId, dayBefore(since));

/** Account balance at the end of a day; null: now. */
function accountBalanceAtSql(
  { tenantId }: Context,
  accountId: string | undefined,
  day: string | null,
): RawBuilder<unknown> {
  if (accountId === undefined) return sql`0`;
  return sql`coalesce((select amount from ${pursesAt(tenantId, 'account', day, accountId)} as held), 0)`;
}
