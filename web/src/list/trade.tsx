import type { Table } from '@tradehouse/contract';
import { dayAfter, isKeyOf, monthEnd } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { DocumentLink } from '../control/DocumentLink.tsx';
import { t } from '../phrase/index.ts';
import type { FilterValues } from './filterState.ts';
import { Report } from './reportPage.tsx';
import type { Drill, ReportDefinition } from './reportPage.tsx';

/** What reports of trade say of each row, whatever they add up by. */
interface TradeRow {
  readonly id: string | null;
  readonly documentId: string | null;
  readonly kind: string | null;
  readonly name: string | null;
}

type Days = readonly [string | null, string | null];

/** The first and the last month or week are those of its days that are asked for. */
const within = ([since, until]: Days, first: string, last: string): Days => [
  since !== null && since > first ? since : first,
  until !== null && until < last ? until : last,
];

/** What a level's row adds to the filters, so that they mean what lies behind it. */
const narrowed: Readonly<Record<string, (id: string, days: Days) => FilterValues>> = {
  product: (id) => ({ materialId: id }),
  category: (id) => ({ ownCategory: id }),
  brand: (id) => ({ brandId: id }),
  customer: (id) => ({ organId: id }),
  salesperson: (id) => ({ salesMan: id }),
  institution: (id) => ({ ownInstitution: id }),
  warehouse: (id) => ({ warehouses: [id] }),
  month: (id, days) => ({ dates: within(days, id, monthEnd(id)) }),
  week: (id, days) => ({ dates: within(days, id, dayAfter(id, 6)) }),
};

/** A row of documents is one, and opens it; what belongs to no record says so. */
export const tradeName = ({ id, documentId, kind, name }: TradeRow): ReactNode => {
  if (documentId !== null)
    return (
      <DocumentLink kind={kind ?? ''} id={documentId}>
        {name}
      </DocumentLink>
    );
  return id === '0' ? t('empty.none') : name;
};

/** The rows behind one of a level: those of another level that it adds up. Null where it is no record. */
export function tradeDrill<T extends Table>(
  definition: ReportDefinition<T>,
  { id, name }: TradeRow,
  applied: FilterValues,
  level: 'product' | 'document',
): Drill | null {
  const from = String(applied['level'] ?? 'product');
  if (id === null || id === '0' || from === level || !isKeyOf(narrowed, from)) return null;
  // SAFETY: the filter holds two days, and is required.
  const days = applied['dates'] as Days;
  const given = { ...applied, ...narrowed[from]?.(id, days), level, top: undefined };
  return {
    title: `${t(level === 'document' ? 'report.documents' : 'report.products')} · ${name ?? ''}`,
    width: 1200,
    content: () => <Report {...definition} given={given} />,
  };
}
