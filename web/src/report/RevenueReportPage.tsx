import { revenueReportTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { byKey, inOutItemTypes } from '@tradehouse/domain';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { itemDocuments } from '../list/report/ownDocuments.tsx';
import { reportPage } from '../list/report/reportPage.tsx';
import type { Drill } from '../list/report/reportPage.tsx';
import { t } from '../phrase/index.ts';

type RevenueReportRow = RowOf<typeof revenueReportTable>;

const figures = [
  'total',
  'm1',
  'm2',
  'm3',
  'm4',
  'm5',
  'm6',
  'm7',
  'm8',
  'm9',
  'm10',
  'm11',
  'm12',
] as const satisfies readonly (keyof RevenueReportRow)[];
type RevenueFigure = (typeof figures)[number];

/** Highlights sums; indents classes and items below their parents. */
const renderRevenueName = ({ row, depth, name: word }: RevenueReportRow): ReactNode => (
  <>
    {'\u2003'.repeat(depth ?? 0)}
    {row === 'item' ? word : <strong>{word}</strong>}
  </>
);
/** Returns the dates of a figure: its month, or the year. */
function dayRangeOfRevenueFigure(
  year: string | null,
  column: RevenueFigure,
): readonly [string, string] {
  const at = figures.indexOf(column);
  const first = dayjs(`${year ?? ''}-${String(Math.max(at, 1)).padStart(2, '0')}-01`);
  const last = first.endOf(at === 0 ? 'year' : 'month');
  return [first.format('YYYY-MM-DD'), last.format('YYYY-MM-DD')];
}

/** Drills into the documents behind a figure, with their lines for the item, class or type. */
const drillIntoRevenueFigure =
  (column: RevenueFigure) =>
  ({ row, type, name: word, recordId, year }: RevenueReportRow): Drill => {
    const one = inOutItemTypes.find((known) => known === type);
    const given = {
      dates: dayRangeOfRevenueFigure(year, column),
      type: one,
      ...(row === 'item' ? { itemId: recordId } : {}),
      ...(row === 'class' ? { revenueClass: recordId } : {}),
    };
    return {
      title: `${t('report.revenueDocuments')} · ${word ?? ''}`,
      width: 1200,
      content: () => itemDocuments(one ?? 'net', given),
    };
  };

export default reportPage({
  table: revenueReportTable,
  cells: { name: renderRevenueName },
  drills: byKey(figures, drillIntoRevenueFigure),
});
