import { journalTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { source } from '../../kernel/index.ts';
import { ledgerName } from '../money/index.ts';
import { bookPeriod } from './bookPeriod.ts';
import { ledgerJoins, refusePartialBooks } from './ledgerAccounts.ts';

type WorkedRow = Omit<
  RowOf<typeof journalTable>,
  'documentId' | 'number' | 'kind' | 'partnerName' | 'remark'
>;

export const journalRows = source(
  journalTable,
  (context, { dates }) => {
    refusePartialBooks(context);
    const { tenantId } = context;
    const { since, until } = bookPeriod(dates);
    const end = (side: 'to' | 'from') => sql`
      select document_id, business_date, ${sql.lit(side === 'to' ? 0 : 1)} as side, ${sql.ref(`${side}_purse`)} as purse,
        ${sql.ref(`${side}_id`)} as holder_id, currency, amount, original_amount
      from money_entry
      where tenant_id = ${tenantId} and business_date between ${since}::date and ${until}::date`;
    return sql<WorkedRow>`
      select line.document_id || '-' || line.date || '-' || line.side || '-' || line."ledgerAccountId" || '-' || line.currency as id,
        line.document_id, line."ledgerAccountId", line.date, line.code, line.name,
        row_number() over (order by line.date, line.document_id, line.side, line.code collate "C", line.currency) as sequence,
        case line.side when 0 then line.amount else 0 end as debit, case line.side when 1 then line.amount else 0 end as credit,
        nullif(line.currency, own.currency) as "originalCurrency",
        case when line.currency <> own.currency then nullif(line.original, 0) end as "originalAmount"
      from (
        select flow.document_id, flow.business_date as date, flow.side, ledger.id as "ledgerAccountId", ledger.code,
          ${ledgerName(context, 'ledger')} as name, flow.currency, sum(flow.amount) as amount, sum(flow.original) as original
        from (
          select document_id, business_date, side, purse, holder_id, currency, sum(amount) as amount,
            sum(original_amount) as original
          from (${end('to')} union all ${end('from')}) as ends group by 1, 2, 3, 4, 5, 6) as flow
        ${ledgerJoins(context)}
        where ledger.id is not null
        group by 1, 2, 3, 4, 5, 6, 7) as line
      join tenant_setting own on own.tenant_id = ${tenantId}`;
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
        number: sql`coalesce(document.number, '')`,
        kind: sql`document.kind`,
        partnerName: sql`coalesce(partner.name, '')`,
        remark: sql`document.remark`,
      },
    }),
  },
);
