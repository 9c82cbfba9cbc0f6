import { inTransitTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { renderListCell } from '../list/columns/cells.tsx';
import { Report, reportPage } from '../list/report/reportPage.tsx';
import type { Drill, ReportDefinition } from '../list/report/reportPage.tsx';
import type { ListState } from '../list/useList.ts';
import { t } from '../phrase/index.ts';

type InTransitReportRow = RowOf<typeof inTransitTable>;

/** Renders past dates in red, with the days late. */
const expectedOn = (row: InTransitReportRow): ReactNode => {
  const shown = renderListCell('expectedOn', inTransitTable.columns.expectedOn, row.expectedOn);
  const { daysLate } = row;
  if (daysLate === null || daysLate <= 0) return shown;
  return (
    <span className="overdue" title={t('report.daysLate', { days: daysLate })}>
      {shown}
    </span>
  );
};

/** Drills into the lines in a product's sum. */
const drillIntoInTransitLines = (
  { productId, name }: InTransitReportRow,
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
  drills: {
    ordered: drillIntoInTransitLines,
    arrived: drillIntoInTransitLines,
    inTransit: drillIntoInTransitLines,
    amount: drillIntoInTransitLines,
  },
};

export default reportPage(inTransit);
