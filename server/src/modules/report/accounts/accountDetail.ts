import { accountDetailTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { onlyNamedFilters, bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { FiltersOf, TableQuery } from '../../../kernel/table/index.ts';
import { refusePartialAccountView } from './accounts.ts';
import { fromTheFirst } from '../firstPage.ts';
import { ofVisible, paperJoins } from '../books/beside.ts';
import { FIRST_DAY, LAST_DAY, dayBefore } from '../laterPeriods.ts';
import { movedWithin } from '../books/ledgerAccounts.ts';
import { pursesAt } from './purseAt.ts';

type AccountDetailFilters = FiltersOf<typeof accountDetailTable>;

const selectedAccountSql = (
  { accounts }: AccountDetailFilters,
  column: string,
): RawBuilder<boolean> =>
  accounts === undefined || accounts.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any(${accounts}::bigint[])`;

/** Combined balance of the chosen accounts at a day's end; null: now. */
const heldTogether = (
  { tenantId }: Context,
  filters: AccountDetailFilters,
  day: string | null,
): RawBuilder<unknown> => sql`coalesce((
  select sum(held.amount) from ${pursesAt(tenantId, 'account', day)} as held where ${selectedAccountSql(filters, 'held.holder_id')}), 0)`;

/** Changes by document, account and day: columns document_id, business_date, account_id, amount. */
function accountDetailFlowSql(
  { tenantId }: Context,
  filters: AccountDetailFilters,
): RawBuilder<unknown> {
  const [since, until] = filters.dates ?? [null, null];
  const within = sql`entry.tenant_id = ${tenantId}
    and entry.business_date between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date`;
  const end = (side: 'to' | 'from', sign: 1 | -1) => sql`
    select entry.document_id, entry.business_date, ${sql.ref(`entry.${side}_id`)} as account_id,
      entry.amount * ${sql.lit(sign)} as amount, entry.original_amount * ${sql.lit(sign)} as original
    from money_entry as entry
    where ${within} and ${sql.ref(`entry.${side}_purse`)} = 'account' and ${selectedAccountSql(filters, `entry.${side}_id`)}`;
  const ends =
    (filters.accounts ?? []).length > 0
      ? sql`${end('to', 1)} union all ${end('from', -1)}`
      : // Of all accounts an index has the entries by day and document: the first of them are there without the others.
        sql`
    select entry.document_id, entry.business_date, flow.account_id, flow.amount, flow.original
    from money_entry as entry
    cross join lateral (values
      (entry.to_purse, entry.to_id, entry.amount, entry.original_amount),
      (entry.from_purse, entry.from_id, -entry.amount, -entry.original_amount)) as flow(purse, account_id, amount, original)
    where ${within} and flow.purse = 'account'`;
  return sql`
    select document_id, business_date, account_id, sum(amount) as amount
    from (${ends}) as ends
    group by business_date, document_id, account_id
    having sum(amount) <> 0 or sum(original) <> 0`;
}

/** Number of documents per account and day, with income and expense, from days and months. */
function accountDetailTotalsSql(
  context: Context,
  filters: AccountDetailFilters,
): RawBuilder<unknown> {
  const [since, until] = filters.dates ?? [null, null];
  const ofAccounts = sql<boolean>`period.purse = 'account' and ${selectedAccountSql(filters, 'period.holder_id')}`;
  return sql`
    select coalesce(sum(moved.documents), 0) as documents, coalesce(sum(moved.amount_in - moved.passed), 0) as income,
      coalesce(sum(moved.amount_out - moved.passed), 0) as expense
    from (${movedWithin(context, [since ?? FIRST_DAY, until ?? LAST_DAY], ofAccounts)}) as moved`;
}

/** Returns the filters if only accounts and days are filtered; otherwise null. */
const toSimpleAccountQuery = (context: Context, query: TableQuery): AccountDetailFilters | null => {
  refusePartialAccountView(context);
  return onlyNamedFilters(accountDetailTable, query, ['accounts', 'dates']);
};

type AccountDetailRow = Pick<
  RowOf<typeof accountDetailTable>,
  'id' | 'sequence' | 'date' | 'income' | 'expense' | 'balance'
>;

/** @param most limit of documents, from the first on; null: all */
function accountDetailRowsSql(
  context: Context,
  filters: AccountDetailFilters,
  most: number | null,
): RawBuilder<AccountDetailRow> {
  const [since, until] = filters.dates ?? [null, null];
  const flow = accountDetailFlowSql(context, filters);
  const order = sql`order by business_date, document_id, account_id`;
  return sql<AccountDetailRow>`
    with flow as (
      select flow.*, row_number() over (${order}) as sequence
      from (${most === null ? flow : sql`${flow} ${order} limit ${most}`}) as flow),
    held as (
      select ${since === null ? sql`0::numeric` : heldTogether(context, filters, dayBefore(since))} as opening,
        total.documents, total.income - total.expense as moved
      from (${accountDetailTotalsSql(context, filters)}) as total)
    select 'opening' as id, 0 as sequence, 0 as document_id, 0 as account_id, 'opening' as row_kind, ${since}::date as date,
      null::numeric as income, null::numeric as expense, held.opening as balance
    from held
    union all
    select flow.document_id || '-' || flow.business_date || '-' || flow.account_id, flow.sequence, flow.document_id,
      flow.account_id, null, flow.business_date, greatest(flow.amount, 0), greatest(-flow.amount, 0),
      held.opening + sum(flow.amount) over (order by flow.sequence rows between unbounded preceding and current row)
    from flow cross join held
    union all
    select 'closing', held.documents + 1, 0, 0, 'closing', ${until}::date, null, null, held.opening + held.moved
    from held`;
}

/**
 * Account detail; documents hidden from the caller (customer or warehouse not granted) show only the
 * amount.
 */
export const accountDetailRows = bindTable(
  accountDetailTable,
  (context, filters) => {
    refusePartialAccountView(context);
    return accountDetailRowsSql(context, filters, null);
  },
  {
    pages: 'whole',
    totals: (context, query) => {
      const filters = toSimpleAccountQuery(context, query);
      if (filters === null) return null;
      // The opening and closing rows add two.
      return sql`select documents + 2 as "#", income, expense from (${accountDetailTotalsSql(context, filters)}) as total`;
    },
    end: (context, query) => {
      const filters = fromTheFirst(query) ? toSimpleAccountQuery(context, query) : null;
      return filters === null
        ? null
        : accountDetailRowsSql(context, filters, query.offset + query.limit);
    },
    beside: ({ tenantId, scope }) => {
      const seen = ofVisible(scope);
      return {
        by: ['document_id', 'account_id', 'row_kind'],
        joins: sql`${paperJoins(tenantId)}
          left join account on account.tenant_id = ${tenantId} and account.id = "row".account_id
          left join person as handler on handler.tenant_id = ${tenantId} and handler.id = document.handler_id`,
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
