import { ledgerDetailTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { keysOf, profitTypes, rolesOfPurse } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { onlyAsked, source } from '../../../kernel/index.ts';
import type { Context, FiltersOf, TableQuery } from '../../../kernel/index.ts';
import { ledgerName } from '../../money/index.ts';
import { fromTheFirst } from '../fromTheFirst.ts';
import { paperBeside } from './beside.ts';
import { bookLines, inBookOrder, lineId, lineTotals } from './bookLines.ts';
import type { LinesAsked } from './bookLines.ts';
import { bookPeriod } from './bookPeriod.ts';
import {
  closedYears,
  ledgerBalances,
  ledgerJoins,
  refusePartialBooks,
  roleAccount,
} from './ledgerAccounts.ts';

interface Chosen {
  readonly ledgerAccount?: string | undefined;
  readonly types?: readonly string[] | undefined;
}

/** The accounts asked for (as `ledger`); that of profit which no year has closed on stands for all of profit and loss. */
function chosenAccounts(context: Context, { ledgerAccount, types }: Chosen): RawBuilder<boolean> {
  const ofTypes = types === undefined ? sql`true` : sql`ledger.type = any(${[...types]}::text[])`;
  if (ledgerAccount === undefined) return sql<boolean>`${ofTypes}`;
  return sql<boolean>`(ledger.id = ${ledgerAccount} or (ledger.type = any(${[...profitTypes]}::text[])
    and exists (select from ${roleAccount(context, 'profit')} as profit where profit.id = ${ledgerAccount}))) and ${ofTypes}`;
}

const purseOfRole = Object.fromEntries(
  keysOf(rolesOfPurse).flatMap((purse) => rolesOfPurse[purse].map((role) => [role, purse])),
);

/** The purses that stand under the accounts asked for, wholly or in part: entries of others are not looked at. */
const chosenPurses = (
  { tenantId }: Context,
  chosen: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`array(
  select case played.role ${sql.join(
    Object.entries(purseOfRole)
      .filter(([role, purse]) => role !== purse)
      .map(([role, purse]) => sql`when ${sql.lit(role)} then ${sql.lit(purse)}`),
    sql` `,
  )} else played.role end
  from ledger_role as played
  join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = played.ledger_account_id
  where played.tenant_id = ${tenantId} and ${chosen}
  union
  select 'account' from account
  join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = account.ledger_account_id
  where account.tenant_id = ${tenantId} and ${chosen}
  union
  select 'item' from in_out_item as item
  join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = item.ledger_account_id
  where item.tenant_id = ${tenantId} and ${chosen})`;

type Asked = FiltersOf<typeof ledgerDetailTable>;

function linesAsked(
  context: Context,
  { ledgerAccount, accountType: types, dates }: Asked,
): LinesAsked {
  refusePartialBooks(context);
  const { since, until } = bookPeriod(dates);
  const accounts = chosenAccounts(context, { ledgerAccount, types });
  return { days: [since, until], accounts, purses: chosenPurses(context, accounts) };
}

/** What a request asks for that asks for accounts and days alone; null: it asks for more. */
function shortAsked(context: Context, query: TableQuery): LinesAsked | null {
  const asked = onlyAsked(ledgerDetailTable, query, ['ledgerAccount', 'accountType', 'dates']);
  return asked && linesAsked(context, asked);
}

/**
 * What closed years earned and was carried off on their last days, as lines that stand on no document: from each account of
 * profit and loss to that of closed years.
 */
function carried(context: Context, { days, accounts }: LinesAsked): RawBuilder<unknown> {
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

/** What a row is made of before its document is looked up. */
type WorkedRow = Pick<
  RowOf<typeof ledgerDetailTable>,
  'id' | 'sequence' | 'date' | 'ledgerName' | 'debit' | 'credit' | 'balance'
>;

function rowsOf(context: Context, asked: LinesAsked, most: number | null): RawBuilder<WorkedRow> {
  const { tenantId } = context;
  const [since, until] = asked.days;
  return sql<WorkedRow>`
    with opening as (
      select coalesce(sum(held.opening), 0) as amount
      from ${ledgerBalances(context, { since, until, byMonth: false, stretches: [asked.days] })} as held
      join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = held.id
      where ${asked.accounts})
    select ${lineId} as id, line.document_id, row_number() over running as sequence, line.date,
      line.code || ' ' || line.name as "ledgerName", line.debit, line.credit,
      (select amount from opening) + sum(line.debit - line.credit) over running as balance
    from (
      select document_id, date, side, purse, holder_id, currency, code, name,
        case side when 0 then amount else 0 end as debit, case side when 1 then amount else 0 end as credit
      from (${bookLines(context, asked, most)}) as entered
      union all
      select * from (${carried(context, asked)}) as carried) as line
    window running as (order by ${inBookOrder} rows between unbounded preceding and current row)`;
}

export const ledgerDetailRows = source(
  ledgerDetailTable,
  (context, filters) => rowsOf(context, linesAsked(context, filters), null),
  {
    pages: 'whole',
    totals: (context, query) => {
      const asked = shortAsked(context, query);
      if (asked === null) return null;
      return sql`
        select sum(lines) as "#", sum(debit) as debit, sum(credit) as credit
        from (
          ${lineTotals(context, asked)}
          union all
          select count(*), coalesce(sum(debit), 0), coalesce(sum(credit), 0) from (${carried(context, asked)}) as carried) as part`;
    },
    end: (context, query) => {
      const asked = fromTheFirst(query) ? shortAsked(context, query) : null;
      return asked === null ? null : rowsOf(context, asked, query.offset + query.limit);
    },
    beside({ tenantId }) {
      const paper = paperBeside(tenantId);
      return {
        ...paper,
        columns: {
          ...paper.columns,
          time: sql`document.business_time`,
          kind: sql`coalesce(document.kind, 'yearEnd')`,
        },
      };
    },
  },
);
