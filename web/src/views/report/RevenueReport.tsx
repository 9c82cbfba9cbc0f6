import { revenueReportTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { byKey, inOutItemTypes } from '@tradehouse/domain';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { itemDocuments } from '../../list/report/ownDocuments.tsx';
import { reportPage } from '../../list/report/reportPage.tsx';
import type { Drill } from '../../list/report/reportPage.tsx';
import { t } from '../../phrase/index.ts';

type Row = RowOf<typeof revenueReportTable>;

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
] as const satisfies readonly (keyof Row)[];
type Figure = (typeof figures)[number];

/** A sum stands out; a class and an item stand in from what they are below. */
const name = ({ row, depth, name: word }: Row): ReactNode => (
  <>
    {'\u2003'.repeat(depth ?? 0)}
    {row === 'item' ? word : <strong>{word}</strong>}
  </>
);
/** The days of a figure: those of its month, or of the year. */
function daysOf(year: string | null, column: Figure): readonly [string, string] {
  const at = figures.indexOf(column);
  const first = dayjs(`${year ?? ''}-${String(Math.max(at, 1)).padStart(2, '0')}-01`);
  const last = first.endOf(at === 0 ? 'year' : 'month');
  return [first.format('YYYY-MM-DD'), last.format('YYYY-MM-DD')];
}

/** The documents behind a figure, each with what its lines say of the item, the class or the type. */
const drill =
  (column: Figure) =>
  ({ row, type, name: word, recordId, year }: Row): Drill => {
    const one = inOutItemTypes.find((known) => known === type);
    const given = {
      dates: daysOf(year, column),
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
  cells: { name },
  drills: byKey(figures, drill),
});
