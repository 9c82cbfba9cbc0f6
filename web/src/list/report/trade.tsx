import { narrowedBy } from '@tradehouse/contract';
import type { Table } from '@tradehouse/contract';
import { dayAfter, isKeyOf, monthEnd } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { DocumentLink } from '../../control/DocumentLink.tsx';
import { t } from '../../phrase/index.ts';
import type { FilterValues } from '../filters/filterState.ts';
import { Report } from './reportPage.tsx';
import type { Drill, ReportDefinition } from './reportPage.tsx';

/** What reports of trade, of stock and of money say of each row, whatever they add up by. */
export interface TradeRow {
  readonly id: string | null;
  readonly documentId: string | null;
  readonly kind: string | null;
  readonly name: string | null;
  /** Of rows by two: the ids of either, and what the second is called. */
  readonly firstId?: string | null;
  readonly secondId?: string | null;
  readonly secondName?: string | null;
}

type Days = readonly [string | null, string | null];

/** The first and the last month or week are those of its days that are asked for. */
const within = ([since, until]: Days, first: string, last: string): Days => [
  since !== null && since > first ? since : first,
  until !== null && until < last ? until : last,
];

/** Filters that ask for several. */
const several: readonly string[] = ['warehouses', 'kinds', 'accounts', 'stockType'];

/** What a row of a level adds to the filters, so that they mean what lies behind it; null where it is nothing that is asked for. */
function narrowedTo(level: string, id: string, days: Days): FilterValues | null {
  if (level === 'month') return { dates: within(days, id, monthEnd(id)) };
  if (level === 'week') return { dates: within(days, id, dayAfter(id, 6)) };
  if (!isKeyOf(narrowedBy, level)) return null;
  const name = narrowedBy[level];
  return { [name]: several.includes(name) ? [id] : id };
}

/** A row of documents is one, and opens it; what belongs to no record says so. */
export const tradeName = ({ documentId, kind, name }: TradeRow): ReactNode => {
  if (documentId !== null)
    return (
      <DocumentLink kind={kind ?? ''} id={documentId}>
        {name}
      </DocumentLink>
    );
  return name === null || name === '' ? t('empty.none') : name;
};

/** The row of all others, which no filter asks for. */
const REST = 'rest';

/** What lies behind a row: what it adds to the filters, and what it is called. */
interface Behind {
  readonly filters: FilterValues;
  readonly title: string;
}

/** Null: it is nothing that is asked for. */
export function behindRow(
  { id, name, firstId = id, secondId = null, secondName = null }: TradeRow,
  applied: FilterValues,
): Behind | null {
  if (firstId === null || id === REST) return null;
  // SAFETY: the filter holds two days, and is required.
  const days = applied['dates'] as Days;
  const first = narrowedTo(String(applied['level'] ?? 'product'), firstId, days);
  const second = secondId === null ? {} : narrowedTo(String(applied['second']), secondId, days);
  if (first === null || second === null) return null;
  const names = [name, secondName].filter((one) => one !== null && one !== '');
  return { filters: { ...first, ...second }, title: names.join(' · ') };
}

/**
 * The rows behind one of a level, or of two: those of another level that it adds up, of what none belongs to likewise. Null
 * where it is a row of that level itself, or of all others.
 */
export function tradeDrill<T extends Table>(
  definition: ReportDefinition<T>,
  row: TradeRow,
  applied: FilterValues,
  level: 'product' | 'document',
): Drill | null {
  const behind = behindRow(row, applied);
  if (behind === null || String(applied['level'] ?? 'product') === level) return null;
  // Documents have no other period to stand beside.
  const alone = level === 'document' ? { compare: undefined } : {};
  const whole = { second: undefined, top: undefined, ...alone };
  const given = { ...applied, ...behind.filters, ...whole, level };
  return {
    title: `${t(level === 'document' ? 'report.documents' : 'report.products')} · ${behind.title}`,
    width: 1200,
    content: () => <Report {...definition} given={given} />,
  };
}
