import { ledgerDetailTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { keysOf, profitTypes, rolesOfPurse } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { onlyNamedFilters, bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { FiltersOf, TableQuery } from '../../../kernel/table/index.ts';
import { ledgerName } from '../../money/index.ts';
import { fromTheFirst } from '../firstPage.ts';
import { paperBeside } from './beside.ts';
import { bookLines, inBookOrder, lineId, lineTotals } from './bookLines.ts';
import type { BookLinesQuery } from './bookLines.ts';
import { bookPeriod } from './bookPeriod.ts';
import {
  closedYears,
  ledgerBalances,
  ledgerJoins,
  refusePartialBooks,
  roleAccount,
} from './ledgerAccounts.ts';

interface LedgerSelection {
  readonly ledgerAccount?: string | undefined;
  readonly types?: readonly string[] | undefined;
}

/**
 * Requested accounts (named `ledger`); the profit account not closed by any year stands for all of profit
 * and loss.
 */
function chosenAccounts(
  context: Context,
  { ledgerAccount, types }: LedgerSelection,
): RawBuilder<boolean> {
  const ofTypes = types === undefined ? sql`true` : sql`ledger.type = any(${[...types]}::text[])`;
  if (ledgerAccount === undefined) return sql<boolean>`${ofTypes}`;
  return sql<boolean>`(ledger.id = ${ledgerAccount} or (ledger.type = any(${[...profitTypes]}::text[])
    and exists (select from ${roleAccount(context, 'profit')} as profit where profit.id = ${ledgerAccount}))) and ${ofTypes}`;
}

/** Purses of each role, as a relation of two columns. */
const pursesOfRoles = sql.join(
  keysOf(rolesOfPurse).flatMap((purse) =>
    rolesOfPurse[purse].map((role) => sql`(${sql.lit(role)}, ${sql.lit(purse)})`),
  ),
);

/** Purses wholly or partly under the requested accounts: entries of further purses are not read. */
const chosenPurses = (
  { tenantId }: Context,
  chosen: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`array(
  select held.purse
  from ledger_role as played
  join (values ${pursesOfRoles}) as held(role, purse) on held.role = played.role
  join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = played.ledger_account_id
  where played.tenant_id = ${tenantId} and ${chosen}
  union
  select held.purse from account
  cross join (values ('account'), ('accountValue')) as held(purse)
  join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = account.ledger_account_id
  where account.tenant_id = ${tenantId} and ${chosen}
  union
  select 'item' from in_out_item as item
  join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = item.ledger_account_id
  where item.tenant_id = ${tenantId} and ${chosen})`;

type LedgerDetailFilters = FiltersOf<typeof ledgerDetailTable>;

function toLedgerLinesQuery(
  context: Context,
  { ledgerAccount, accountType: types, dates }: LedgerDetailFilters,
): BookLinesQuery {
  refusePartialBooks(context);
  const { since, until } = bookPeriod(dates);
  const accounts = chosenAccounts(context, { ledgerAccount, types });
  return { days: [since, until], accounts, purses: chosenPurses(context, accounts) };
}

/** Returns the filters if only accounts and days are filtered; otherwise null. */
function toSimpleLedgerQuery(context: Context, query: TableQuery): BookLinesQuery | null {
  const linesQuery = onlyNamedFilters(ledgerDetailTable, query, [
    'ledgerAccount',
    'accountType',
    'dates',
  ]);
  return linesQuery && toLedgerLinesQuery(context, linesQuery);
}

/**
 * Carried earnings of closed years on their last days, in lines without a document: from each profit and
 * loss account to the account of closed years.
 */
function carriedProfitSql(
  context: Context,
  { days, accounts }: BookLinesQuery,
): RawBuilder<unknown> {
  const { tenantId } = context;
  return sql`
    with earned as (
      select flow.ended_on, ledger.id, flow.amount
      from (select * from ${sql`(${closedYears(context)})`} as earned
        where ended_on between ${days[0]}::date and ${days[1]}::date) as flow
      ${ledgerJoins(context)}
      where ledger.type = any(${[...profitTypes]}::text[]))
    select 0 as document_id, part.ended_on as date, 0 as side, '' as purse, ledger.id as holder_id, '' as currency,
      ledger.code, ${ledgerName(context, 'ledger')} as name, sum(greatest(part.amount, 0)) as debit,
      sum(greatest(-part.amount, 0)) as credit
    from (
      select ended_on, id, -amount as amount from earned
      union all
      select earned.ended_on, retained.id, earned.amount
      from earned cross join ${roleAccount(context, 'retained')} as retained) as part
    join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = part.id
    where ${accounts}
    group by 2, 5, 7, 8`;
}

/** Row columns known before the document look-up. */
type LedgerDetailRow = Pick<
  RowOf<typeof ledgerDetailTable>,
  'id' | 'sequence' | 'date' | 'ledgerName' | 'debit' | 'credit' | 'balance'
>;

function ledgerDetailRowsSql(
  context: Context,
  linesQuery: BookLinesQuery,
  most: number | null,
): RawBuilder<LedgerDetailRow> {
  const { tenantId } = context;
  const [since, until] = linesQuery.days;
  return sql<LedgerDetailRow>`
    with opening as (
      select coalesce(sum(held.opening), 0) as amount
      from ${ledgerBalances(context, { since, until, byMonth: false, ranges: [linesQuery.days] })} as held
      join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = held.id
      where ${linesQuery.accounts})
    select ${lineId} as id, line.document_id, row_number() over running as sequence, line.date,
      line.code || ' ' || line.name as "ledgerName", line.debit, line.credit,
      (select amount from opening) + sum(line.debit - line.credit) over running as balance
    from (
      select document_id, date, side, purse, holder_id, currency, code, name,
        case side when 0 then amount else 0 end as debit, case side when 1 then amount else 0 end as credit
      from (${bookLines(context, linesQuery, most)}) as entered
      union all
      select * from (${carriedProfitSql(context, linesQuery)}) as carried) as line
    window running as (order by ${inBookOrder} rows between unbounded preceding and current row)`;
}

export const ledgerDetailRows = bindTable(
  ledgerDetailTable,
  (context, filters) => ledgerDetailRowsSql(context, toLedgerLinesQuery(context, filters), null),
  {
    pages: 'whole',
    totals: (context, query) => {
      const linesQuery = toSimpleLedgerQuery(context, query);
      if (linesQuery === null) return null;
      return sql`
        select sum(lines) as "#", sum(debit) as debit, sum(credit) as credit
        from (
          ${lineTotals(context, linesQuery)}
          union all
          select count(*), coalesce(sum(debit), 0), coalesce(sum(credit), 0) from (${carriedProfitSql(context, linesQuery)}) as carried) as part`;
    },
    end: (context, query) => {
      const linesQuery = fromTheFirst(query) ? toSimpleLedgerQuery(context, query) : null;
      return linesQuery === null
        ? null
        : ledgerDetailRowsSql(context, linesQuery, query.offset + query.limit);
    },
    beside({ tenantId }) {
      const lookups = paperBeside(tenantId);
      return {
        ...lookups,
        columns: {
          ...lookups.columns,
          time: sql`document.business_time`,
          kind: sql`coalesce(document.kind, 'yearEnd')`,
        },
      };
    },
  },
);
