import { inTransitTable, trackPage } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { trackingLink } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { useMay } from '../app/settings/permission.ts';
import { PageLink } from '../control/PageLink.tsx';
import { renderListCell } from '../list/columns/cells.tsx';
import { EVERY_DAY, urlWithFilters } from '../list/filters/filterState.ts';
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

/** Links a shipment to the tracks page, and the number to the carrier's page. */
function TransitTracking({ row }: { readonly row: InTransitReportRow }) {
  const may = useMay();
  const { externalTracking, shipmentId, number, trackingUrl } = row;
  const tracking = externalTracking ?? '';
  const link = trackingLink(trackingUrl ?? '', tracking);
  // The tracks page opens with three months of shipments; a shipment may be older.
  const url = urlWithFilters(trackPage, { documentNumber: number, shipDate: EVERY_DAY });
  return (
    <>
      {shipmentId !== null && may(trackPage) ? <PageLink url={url}>{tracking}</PageLink> : tracking}
      {link !== '' && (
        <>
          {' '}
          <a href={link} target="_blank" rel="noopener noreferrer">
            {t('shipment.openCarrier')}
          </a>
        </>
      )}
    </>
  );
}

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
  cells: { expectedOn, externalTracking: (row) => <TransitTracking row={row} /> },
  drills: {
    ordered: drillIntoInTransitLines,
    arrived: drillIntoInTransitLines,
    inTransit: drillIntoInTransitLines,
    amount: drillIntoInTransitLines,
  },
};

export default reportPage(inTransit);
