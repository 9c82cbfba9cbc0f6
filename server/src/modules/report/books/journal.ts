import { journalTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { onlyAsked, source } from '../../../kernel/index.ts';
import type { Context, FiltersOf, TableQuery } from '../../../kernel/index.ts';
import { fromTheFirst } from '../fromTheFirst.ts';
import { paperBeside } from './beside.ts';
import { bookLines, inBookOrder, lineId, lineTotals } from './bookLines.ts';
import type { LinesAsked } from './bookLines.ts';
import { bookPeriod } from './bookPeriod.ts';
import { everyPurse, refusePartialBooks } from './ledgerAccounts.ts';

type Asked = FiltersOf<typeof journalTable>;

function linesAsked(context: Context, { dates, ledgerAccount }: Asked): LinesAsked {
  refusePartialBooks(context);
  const { since, until } = bookPeriod(dates);
  const accounts =
    ledgerAccount === undefined ? sql<boolean>`true` : sql<boolean>`ledger.id = ${ledgerAccount}`;
  return { days: [since, until], purses: everyPurse, accounts };
}

/** What a request asks for that asks for days and an account alone; null: it asks for more. */
function shortAsked(context: Context, query: TableQuery): LinesAsked | null {
  const asked = onlyAsked(journalTable, query, ['dates', 'ledgerAccount']);
  return asked && linesAsked(context, asked);
}

type WorkedRow = Omit<
  RowOf<typeof journalTable>,
  'documentId' | 'number' | 'kind' | 'partnerName' | 'remark'
>;

function rowsOf(context: Context, asked: LinesAsked, most: number | null): RawBuilder<WorkedRow> {
  const { tenantId } = context;
  return sql<WorkedRow>`
    select ${lineId} as id, line.document_id, line.ledger_id as "ledgerAccountId", line.date, line.code, line.name,
      row_number() over (order by ${inBookOrder}) as sequence,
      case line.side when 0 then line.amount else 0 end as debit, case line.side when 1 then line.amount else 0 end as credit,
      nullif(line.currency, own.currency) as "originalCurrency",
      case when line.currency <> own.currency then nullif(line.original, 0) end as "originalAmount"
    from (${bookLines(context, asked, most)}) as line
    join tenant_setting own on own.tenant_id = ${tenantId}`;
}

export const journalRows = source(
  journalTable,
  (context, filters) => rowsOf(context, linesAsked(context, filters), null),
  {
    pages: 'whole',
    totals: (context, query) => {
      const asked = shortAsked(context, query);
      if (asked === null) return null;
      return sql`select lines as "#", debit, credit from (${lineTotals(context, asked)}) as total`;
    },
    end: (context, query) => {
      const asked = fromTheFirst(query) ? shortAsked(context, query) : null;
      return asked === null ? null : rowsOf(context, asked, query.offset + query.limit);
    },
    beside: ({ tenantId }) => paperBeside(tenantId),
  },
);
