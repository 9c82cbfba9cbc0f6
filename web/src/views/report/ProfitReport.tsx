import { tradeProfitTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { isKeyOf, monthEnd } from '@tradehouse/domain';
import { DocumentLink } from '../../control/DocumentLink.tsx';
import type { FilterValues } from '../../list/filterState.ts';
import { Report, reportPage } from '../../list/reportPage.tsx';
import type { Drill, ReportDefinition } from '../../list/reportPage.tsx';
import type { ListState } from '../../list/useList.ts';
import { t } from '../../phrase/index.ts';

type Row = RowOf<typeof tradeProfitTable>;

type Days = readonly [string | null, string | null];

/** What a level's row adds to the filters, so that they mean what lies behind it. */
const narrowed: Readonly<Record<string, (id: string, days: Days) => FilterValues>> = {
  product: (id) => ({ materialId: id }),
  category: (id) => ({ ownCategory: id }),
  brand: (id) => ({ brandId: id }),
  customer: (id) => ({ organId: id }),
  salesperson: (id) => ({ salesMan: id }),
  institution: (id) => ({ ownInstitution: id }),
  // The first and the last month are those of its days that are asked for.
  month: (id, [since, until]) => ({
    dates: [
      since !== null && since > id ? since : id,
      until !== null && until < monthEnd(id) ? until : monthEnd(id),
    ],
  }),
};

/** A row of documents is one, and opens it; what belongs to no record says so. */
const name = ({ id, documentId, kind, name: word }: Row) => {
  if (documentId !== null)
    return (
      <DocumentLink kind={kind ?? ''} id={documentId}>
        {word}
      </DocumentLink>
    );
  return id === '0' ? t('empty.none') : word;
};

/** The documents that a row adds up, each with its part. */
function documents({ id, name: word }: Row, { applied }: ListState<typeof tradeProfitTable>) {
  const level = String(applied['level'] ?? 'product');
  if (id === null || id === '0' || !isKeyOf(narrowed, level)) return null;
  // SAFETY: the filter holds two days, and is required.
  const days = applied['dates'] as Days;
  const opened: Drill = {
    title: `${t('report.documents')} · ${word ?? ''}`,
    width: 1200,
    content: (
      <Report
        {...profit}
        given={{ ...applied, ...narrowed[level]?.(id, days), level: 'document' }}
      />
    ),
  };
  return opened;
}

const profit: ReportDefinition<typeof tradeProfitTable> = {
  table: tradeProfitTable,
  cells: { name },
  drills: { revenue: documents, cost: documents, profit: documents },
};

export default reportPage(profit);
