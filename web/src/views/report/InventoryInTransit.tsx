import { inTransitTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { cellOf } from '../../list/columns/cells.tsx';
import { Report, reportPage } from '../../list/report/reportPage.tsx';
import type { Drill, ReportDefinition } from '../../list/report/reportPage.tsx';
import type { ListState } from '../../list/useList.ts';
import { t } from '../../phrase/index.ts';

type Row = RowOf<typeof inTransitTable>;

/** What is past is red, and says by how many days. */
const expectedOn = (row: Row): ReactNode => {
  const shown = cellOf('expectedOn', inTransitTable.columns.expectedOn, row.expectedOn);
  const { daysLate } = row;
  if (daysLate === null || daysLate <= 0) return shown;
  return (
    <span className="overdue" title={t('report.daysLate', { days: daysLate })}>
      {shown}
    </span>
  );
};

/** The lines that a product's row adds up. */
const lines = (
  { productId, name }: Row,
  { applied }: ListState<typeof inTransitTable>,
): Drill | null =>
  applied['level'] === 'product'
    ? {
        title: `${t('report.lines')} · ${name ?? ''}`,
        width: 1200,
        content: () => (
          <Report {...inTransit} given={{ ...applied, level: 'line', materialId: productId }} />
        ),
      }
    : null;

const inTransit: ReportDefinition<typeof inTransitTable> = {
  table: inTransitTable,
  cells: { expectedOn },
  drills: { ordered: lines, arrived: lines, inTransit: lines, amount: lines },
};

export default reportPage(inTransit);
