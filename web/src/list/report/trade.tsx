import { narrowedBy } from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { dayAfter, isKeyOf, monthEnd } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { DocumentLink } from '../../control/DocumentLink.tsx';
import { t } from '../../phrase/index.ts';
import type { FilterValues } from '../filters/filterState.ts';
import { Report } from './reportPage.tsx';
import type { Drill, ReportDefinition } from './reportPage.tsx';

/** Columns shared by trade, stock and money reports at every level. */
export interface TradeRow {
  readonly id: string | null;
  readonly documentId: string | null;
  readonly kind: string | null;
  readonly name: string | null;
  /** Both levels' ids and the second's name, in two-level rows. */
  readonly firstId?: string | null;
  readonly secondId?: string | null;
  readonly secondName?: string | null;
}

type TradeDrillDates = readonly [string | null, string | null];

/** Limits the first and last month or week to the requested dates. */
const clampTradeDates = (
  [since, until]: TradeDrillDates,
  first: string,
  last: string,
): TradeDrillDates => [
  since !== null && since > first ? since : first,
  until !== null && until < last ? until : last,
];

/** Filters with several values. */
const several: readonly string[] = ['warehouses', 'kinds', 'accounts', 'stockType'];

/** Returns the filters that restrict a report to one row; null if none can. */
function narrowedTo(level: string, id: string, days: TradeDrillDates): FilterValues | null {
  if (level === 'month') return { dates: clampTradeDates(days, id, monthEnd(id)) };
  if (level === 'week') return { dates: clampTradeDates(days, id, dayAfter(id, 6)) };
  if (!isKeyOf(narrowedBy, level)) return null;
  const name = narrowedBy[level];
  return { [name]: several.includes(name) ? [id] : id };
}

/** Links a document row to the document; labels a row without a record. */
export const tradeName = ({ documentId, kind, name }: TradeRow): ReactNode => {
  if (documentId !== null)
    return (
      <DocumentLink kind={kind ?? ''} id={documentId}>
        {name}
      </DocumentLink>
    );
  return name === null || name === '' ? t('empty.none') : name;
};

/** Id of the row of all others, which no filter selects. */
const REST = 'rest';

/** Filters and name of the data behind a row. */
interface Behind {
  readonly filters: FilterValues;
  readonly title: string;
}

/** Returns null if no filter selects the row. */
export function behindRow(
  { id, name, firstId = id, secondId = null, secondName = null }: TradeRow,
  applied: FilterValues,
): Behind | null {
  if (firstId === null || id === REST) return null;
  // SAFETY: the filter holds two days, and is required.
  const days = applied['dates'] as TradeDrillDates;
  const first = narrowedTo(String(applied['level'] ?? 'product'), firstId, days);
  const second = secondId === null ? {} : narrowedTo(String(applied['second']), secondId, days);
  if (first === null || second === null) return null;
  const names = [name, secondName].filter((one) => one !== null && one !== '');
  return { filters: { ...first, ...second }, title: names.join(' · ') };
}

/**
 * Drills from a row of one or two levels into the rows of another level, rows without a record included.
 * Null for the target level itself and the row of all others.
 */
export function tradeDrill<T extends TableDeclaration>(
  definition: ReportDefinition<T>,
  row: TradeRow,
  applied: FilterValues,
  level: 'product' | 'document',
): Drill | null {
  const behind = behindRow(row, applied);
  if (behind === null || String(applied['level'] ?? 'product') === level) return null;
  // Documents have no other period to compare with.
  const alone = level === 'document' ? { compare: undefined } : {};
  const whole = { second: undefined, top: undefined, ...alone };
  const given = { ...applied, ...behind.filters, ...whole, level };
  return {
    title: `${t(level === 'document' ? 'report.documents' : 'report.products')} · ${behind.title}`,
    width: 1200,
    content: () => <Report {...definition} given={given} />,
  };
}
