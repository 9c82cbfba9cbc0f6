import { invoicePage, taxPapersTable, taxReportTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { FIRST_DAY, LAST_DAY } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { DocumentLink } from '../control/DocumentLink.tsx';
import { PageLink } from '../control/PageLink.tsx';
import { EVERY_DAY, urlWithFilters } from '../list/filters/filterState.ts';
import type { Drill } from '../list/report/reportPage.tsx';
import { Report, reportPage } from '../list/report/reportPage.tsx';
import { choiceOf } from '../record/labels.ts';

type TaxRow = RowOf<typeof taxReportTable>;

const openDay = (day: string | null, open: string): string | null => (day === open ? null : day);

/** Links a bill to the document, and an invoice to the list of invoices. */
const paperNumber = ({
  number,
  kind,
  documentId,
  invoiceId,
}: RowOf<typeof taxPapersTable>): ReactNode =>
  invoiceId === null ? (
    <DocumentLink kind={kind ?? ''} id={documentId}>
      {number}
    </DocumentLink>
  ) : (
    <PageLink
      url={urlWithFilters(invoicePage, { wholeNumber: number ?? '', invoiceDate: EVERY_DAY })}
    >
      {number}
    </PageLink>
  );

/** Bills or invoices behind a figure. */
const paperDrill =
  (taxPapers: 'bills' | 'invoices' | undefined) =>
  ({ since, until, taxLine, taxRate, taxSide, rateName }: TaxRow): Drill => ({
    title: [taxSide === null ? '' : choiceOf('taxSide', taxSide), rateName]
      .filter(Boolean)
      .join(' · '),
    width: 1200,
    content: () => (
      <Report
        table={taxPapersTable}
        cells={{ number: paperNumber }}
        fixed={taxLine === 'rate' ? { taxRate } : taxLine === 'none' ? { taxRate: 'none' } : {}}
        given={{
          dates: [openDay(since, FIRST_DAY), openDay(until, LAST_DAY)],
          ...(taxSide === null ? {} : { taxSide }),
          ...(taxPapers === undefined ? {} : { taxPapers }),
        }}
      />
    ),
  });

const bills = paperDrill('bills');
const invoices = paperDrill('invoices');
const papers = paperDrill(undefined);

/** Tax by rate: bills beside invoices; each figure opens its papers. */
export default reportPage({
  table: taxReportTable,
  cells: {
    rateName: ({ taxLine, rateName }) =>
      taxLine === 'rate' || taxLine === 'none' ? rateName : <strong>{rateName}</strong>,
  },
  drills: {
    billedNet: bills,
    billedTax: bills,
    invoicedNet: invoices,
    invoicedTax: invoices,
    openNet: papers,
    openTax: papers,
  },
});
