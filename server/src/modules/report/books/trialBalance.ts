import { trialBalanceMonthsTable, trialBalanceTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { bindTable } from '../../../kernel/table/index.ts';
import { ledgerName } from '../../money/index.ts';
import { monthColumns, monthSums, toMonthsPeriod } from './besideMonths.ts';
import { bookPeriod } from './bookPeriod.ts';
import { ledgerBalances, refusePartialBooks } from './ledgerAccounts.ts';

export const trialBalanceRows = bindTable(
  trialBalanceTable,
  (context, { dates, byMonth }) => {
    refusePartialBooks(context);
    const { tenantId } = context;
    return sql<RowOf<typeof trialBalanceTable>>`
      select held.id || '-' || held.place as id,
        row_number() over (order by held.place, ledger.code collate "C")::integer as sequence,
        held.id as "ledgerAccountId", held.since, held.until, held.period, ledger.code,
        ${ledgerName(context, 'ledger')} as name, ledger.type as "accountType",
        greatest(held.opening, 0) as "openingDebit", greatest(-held.opening, 0) as "openingCredit", held.debit, held.credit,
        greatest(held.opening + held.debit - held.credit, 0) as "closingDebit",
        greatest(held.credit - held.debit - held.opening, 0) as "closingCredit"
      from ${ledgerBalances(context, bookPeriod(dates, byMonth))} as held
      join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = held.id`;
  },
  { pages: 'whole' },
);

export const trialBalanceMonthsRows = bindTable(
  trialBalanceMonthsTable,
  (context, { dates }) => {
    refusePartialBooks(context);
    const { tenantId } = context;
    const period = toMonthsPeriod(dates);
    const last = sql.lit(period.ranges.length - 1);
    const closing = sql`opening + debit - credit`;
    return sql<RowOf<typeof trialBalanceMonthsTable>>`
      select held.id::text as id, row_number() over (order by ledger.code collate "C")::integer as sequence,
        held.id as "ledgerAccountId", ${period.since}::date as since, ${period.until}::date as until, ledger.code,
        ${ledgerName(context, 'ledger')} as name, ledger.type as "accountType", held.opening,
        ${monthColumns('held', 'debit')}, ${monthColumns('held', 'credit')}, ${monthColumns('held', 'closing')},
        held.debit, held.credit, held.closing
      from (
        select id, sum(opening) filter (where place = 0) as opening, ${monthSums(period, 'debit', sql`debit`)},
          ${monthSums(period, 'credit', sql`credit`)}, ${monthSums(period, 'closing', closing)},
          sum(debit) as debit, sum(credit) as credit, sum(${closing}) filter (where place = ${last}) as closing
        from ${ledgerBalances(context, period)} as moved group by id) as held
      join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = held.id`;
  },
  { pages: 'whole' },
);
