import { ledgerDetailTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { keysOf, profitTypes, rolesOfPurse } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { source } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { ledgerName } from '../money/index.ts';
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

/** What a row is made of before its document is looked up. */
type WorkedRow = Pick<
  RowOf<typeof ledgerDetailTable>,
  'id' | 'sequence' | 'date' | 'ledgerName' | 'debit' | 'credit' | 'balance'
>;

export const ledgerDetailRows = source(
  ledgerDetailTable,
  (context, { ledgerAccount, accountType: types, dates }) => {
    refusePartialBooks(context);
    const { tenantId } = context;
    const period = bookPeriod(dates);
    const { since, until } = period;
    const chosen = chosenAccounts(context, { ledgerAccount, types });
    const end = (side: 'to' | 'from') => sql`
      select document_id, business_date, ${sql.ref(`${side}_purse`)} as purse, ${sql.ref(`${side}_id`)} as holder_id,
        ${side === 'to' ? sql`amount` : sql`0`} as debit, ${side === 'to' ? sql`0` : sql`amount`} as credit
      from money_entry
      where tenant_id = ${tenantId} and business_date between ${since}::date and ${until}::date
        and ${sql.ref(`${side}_purse`)} = any(${chosenPurses(context, chosen)})`;
    return sql<WorkedRow>`
      with entered as (
        select flow.document_id, flow.business_date, ledger.id as ledger_id, ledger.code, ${ledgerName(context, 'ledger')} as name,
          sum(flow.debit) as debit, sum(flow.credit) as credit
        from (
          select document_id, business_date, purse, holder_id, sum(debit) as debit, sum(credit) as credit
          from (${end('to')} union all ${end('from')}) as ends group by 1, 2, 3, 4) as flow
        ${ledgerJoins(context)}
        where ${chosen}
        group by 1, 2, 3, 4, 5),
      earned as (
        select flow.ended_on, ledger.id, flow.amount
        from (select * from ${sql`(${closedYears(context)})`} as earned
          where ended_on between ${since}::date and ${until}::date) as flow
        ${ledgerJoins(context)}
        where ledger.type = any(${[...profitTypes]}::text[])),
      carried as (
        select 0 as document_id, part.ended_on, ledger.id, ledger.code, ${ledgerName(context, 'ledger')},
          sum(greatest(part.amount, 0)), sum(greatest(-part.amount, 0))
        from (
          select ended_on, id, -amount as amount from earned
          union all
          select earned.ended_on, retained.id, earned.amount
          from earned cross join ${roleAccount(context, 'retained')} as retained) as part
        join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = part.id
        where ${chosen}
        group by 1, 2, 3, 4, 5),
      opening as (
        select coalesce(sum(held.opening), 0) as amount
        from ${ledgerBalances(context, period)} as held
        join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = held.id
        where ${chosen})
      select flow.document_id || '-' || flow.business_date || '-' || flow.ledger_id as id, flow.document_id,
        row_number() over running as sequence, flow.business_date as date, flow.code || ' ' || flow.name as "ledgerName",
        flow.debit, flow.credit, (select amount from opening) + sum(flow.debit - flow.credit) over running as balance
      from (select * from entered union all select * from carried) as flow
      window running as (order by flow.business_date, flow.document_id = 0, flow.document_id, flow.code collate "C"
        rows between unbounded preceding and current row)`;
  },
  {
    pages: 'whole',
    beside: ({ tenantId }) => ({
      by: ['document_id'],
      joins: sql`
        left join document on document.tenant_id = ${tenantId} and document.id = "row".document_id
        left join partner on partner.tenant_id = ${tenantId} and partner.id = document.partner_id`,
      columns: {
        documentId: sql`document.id`,
        time: sql`document.business_time`,
        number: sql`coalesce(document.number, '')`,
        kind: sql`coalesce(document.kind, 'yearEnd')`,
        partnerName: sql`coalesce(partner.name, '')`,
        remark: sql`document.remark`,
      },
    }),
  },
);
