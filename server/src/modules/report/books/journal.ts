import { journalTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { onlyNamedFilters, bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { FiltersOf, TableQuery } from '../../../kernel/table/index.ts';
import { fromTheFirst } from '../firstPage.ts';
import { paperBeside } from './beside.ts';
import { bookLines, inBookOrder, lineId, lineTotals } from './bookLines.ts';
import type { BookLinesQuery } from './bookLines.ts';
import { bookPeriod } from './bookPeriod.ts';
import { everyPurse, refusePartialBooks } from './ledgerAccounts.ts';

type JournalFilters = FiltersOf<typeof journalTable>;

function toJournalLinesQuery(
  context: Context,
  { dates, ledgerAccount }: JournalFilters,
): BookLinesQuery {
  refusePartialBooks(context);
  const { since, until } = bookPeriod(dates);
  const accounts =
    ledgerAccount === undefined ? sql<boolean>`true` : sql<boolean>`ledger.id = ${ledgerAccount}`;
  return { days: [since, until], purses: everyPurse, accounts };
}

/** Returns the filters if only days and an account are filtered; otherwise null. */
function toSimpleJournalQuery(context: Context, query: TableQuery): BookLinesQuery | null {
  const linesQuery = onlyNamedFilters(journalTable, query, ['dates', 'ledgerAccount']);
  return linesQuery && toJournalLinesQuery(context, linesQuery);
}

type JournalRow = Omit<
  RowOf<typeof journalTable>,
  'documentId' | 'number' | 'kind' | 'partnerName' | 'remark'
>;

function journalRowsSql(
  context: Context,
  linesQuery: BookLinesQuery,
  most: number | null,
): RawBuilder<JournalRow> {
  const { tenantId } = context;
  return sql<JournalRow>`
    select ${lineId} as id, line.document_id, line.ledger_id as "ledgerAccountId", line.date, line.code, line.name,
      row_number() over (order by ${inBookOrder}) as sequence,
      case line.side when 0 then line.amount else 0 end as debit, case line.side when 1 then line.amount else 0 end as credit,
      nullif(line.currency, own.currency) as "originalCurrency",
      case when line.currency <> own.currency then nullif(line.original, 0) end as "originalAmount"
    from (${bookLines(context, linesQuery, most)}) as line
    join tenant_setting own on own.tenant_id = ${tenantId}`;
}

export const journalRows = bindTable(
  journalTable,
  (context, filters) => journalRowsSql(context, toJournalLinesQuery(context, filters), null),
  {
    pages: 'whole',
    totals: (context, query) => {
      const linesQuery = toSimpleJournalQuery(context, query);
      if (linesQuery === null) return null;
      return sql`select lines as "#", debit, credit from (${lineTotals(context, linesQuery)}) as total`;
    },
    end: (context, query) => {
      const linesQuery = fromTheFirst(query) ? toSimpleJournalQuery(context, query) : null;
      return linesQuery === null
        ? null
        : journalRowsSql(context, linesQuery, query.offset + query.limit);
    },
    beside: ({ tenantId }) => paperBeside(tenantId),
  },
);
