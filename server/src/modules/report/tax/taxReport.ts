import { choiceLabel, taxLines, taxPapersTable, taxReportTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { FIRST_DAY, LAST_DAY } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { bookPeriod } from '../books/bookPeriod.ts';
import type { BookPeriod } from '../books/bookPeriod.ts';
import { bookRangesSql, refusePartialBooks } from '../books/ledgerAccounts.ts';
import { taxAmountsSql } from './taxAmounts.ts';
import type { TaxDays } from './taxAmounts.ts';

const taxDays = ({ since, until }: BookPeriod): TaxDays => [
  since === FIRST_DAY ? null : since,
  until === LAST_DAY ? null : until,
];

/** Name of a rate: 13%; a text for invoices without a single rate. */
const rateNameSql = ({ language }: Context): RawBuilder<unknown> =>
  sql`coalesce(trim_scale(rate) || '%', ${choiceLabel(language, 'taxLine', 'none')}::text)`;

/** Names of the lines that are sums. */
const lineNameSql = ({ language }: Context): RawBuilder<unknown> =>
  sql`case line ${sql.join(
    taxLines
      .filter((line) => line !== 'rate' && line !== 'none')
      .map((line) => sql`when ${line} then ${choiceLabel(language, 'taxLine', line)}::text`),
    sql` `,
  )} end`;

const figures = sql.raw(
  ['billed', 'invoiced', 'open']
    .flatMap((of) => ['Net', 'Tax'].map((name) => `"${of}${name}"`))
    .join(),
);

export const taxReportRows = bindTable(
  taxReportTable,
  (context, { dates, byMonth }) => {
    refusePartialBooks(context);
    const period = bookPeriod(dates, byMonth);
    const days = taxDays(period);
    const sums = (sign: string): RawBuilder<unknown> =>
      sql.raw(
        ['net', 'tax']
          .flatMap((name) => {
            const billed = `coalesce(sum(${sign}${name}) filter (where billed), 0)`;
            const invoiced = `coalesce(sum(${sign}${name}) filter (where not billed), 0)`;
            const title = name === 'net' ? 'Net' : 'Tax';
            return [
              `${billed} as "billed${title}"`,
              `${invoiced} as "invoiced${title}"`,
              `${billed} - ${invoiced} as "open${title}"`,
            ];
          })
          .join(),
      );
    return sql<RowOf<typeof taxReportTable>>`
      with moved as (
        select true as billed, side, rate, day, sum(net) as net, sum(tax) as tax
        from (${taxAmountsSql.bills(context, days)}) as bill group by 2, 3, 4
        union all
        select false, side, rate, day, sum(net), sum(tax)
        from (${taxAmountsSql.invoices(context, days)}) as invoice group by 2, 3, 4),
      placed as (
        select date_range.place, date_range.since, date_range.until, date_range.period, moved.*
        from moved join ${bookRangesSql(period)} as date_range(place, since, until, period)
          on moved.day between date_range.since and date_range.until),
      summed as (
        select place, since, until, period, 0 as level, case when rate is null then 'none' else 'rate' end
          as line, side, rate, ${sums('')}
        from placed group by place, since, until, period, side, rate
        union all
        select place, since, until, period, 1, side, side, null, ${sums('')}
        from placed group by place, since, until, period, side
        union all
        select place, since, until, period, 2, 'due', null, null,
          ${sums("case side when 'input' then -1 else 1 end * ")}
        from placed group by place, since, until, period)
      select concat_ws('-', place, line, side, rate) as id,
        row_number() over (order by place, level = 2, side desc nulls last, level, rate desc nulls
          last)::integer as sequence,
        line as "taxLine", since, until, rate as "taxRate", period, side as "taxSide",
        coalesce(${lineNameSql(context)}, ${rateNameSql(context)}) as "rateName", ${figures}
      from summed`;
  },
  { pages: 'whole' },
);

/** Columns known before the papers are looked up. */
type TaxPaperRow = Pick<
  RowOf<typeof taxPapersTable>,
  'id' | 'documentId' | 'invoiceId' | 'taxRate' | 'date' | 'taxSide' | 'rateName' | 'net' | 'tax'
>;

export const taxPaperRows = bindTable(
  taxPapersTable,
  (context, { dates, taxRate, taxPapers }) => {
    refusePartialBooks(context);
    const days = taxDays(bookPeriod(dates));
    const amounts = (['bills', 'invoices'] as const)
      .filter((papers) => taxPapers === undefined || taxPapers === papers)
      .map(
        (papers) =>
          sql`select * from (${taxAmountsSql[papers](context, days)}) as ${sql.ref(papers)}`,
      );
    const wanted =
      taxRate === undefined
        ? sql`true`
        : taxRate === 'none'
          ? sql`rate is null`
          : sql`trim_scale(rate)::text = ${taxRate}`;
    return sql<TaxPaperRow>`
      select concat_ws('-', coalesce('d' || document_id, 'v' || invoice_id), rate) as id, document_id as
        "documentId",
        invoice_id as "invoiceId", rate as "taxRate", day as date, side as "taxSide",
          ${rateNameSql(context)} as "rateName",
        net, tax
      from (${sql.join(amounts, sql` union all `)}) as paper where ${wanted}`;
  },
  {
    pages: 'whole',
    beside: ({ tenantId }) => ({
      by: ['documentId', 'invoiceId'],
      joins: sql`
        left join document on document.tenant_id = ${tenantId} and document.id = "row"."documentId"
        left join invoice on invoice.tenant_id = ${tenantId} and invoice.id = "row"."invoiceId"
        left join partner on partner.tenant_id = ${tenantId} and partner.id = coalesce(document.partner_id,
          invoice.partner_id)`,
      columns: {
        number: sql`coalesce(document.number, invoice.number)`,
        kind: sql`coalesce(document.kind, 'invoice')`,
        partnerName: sql`coalesce(partner.name, '')`,
        currency: sql`coalesce(document.currency, invoice.currency)`,
      },
    }),
  },
);
