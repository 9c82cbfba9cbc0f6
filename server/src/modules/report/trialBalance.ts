import { trialBalanceTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { source } from '../../kernel/index.ts';
import { ledgerName } from '../money/index.ts';
import { bookPeriod } from './bookPeriod.ts';
import { ledgerBalances, refusePartialBooks } from './ledgerAccounts.ts';

export const trialBalanceRows = source(
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
