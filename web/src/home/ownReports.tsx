import { CloseOutlined, ExportOutlined } from '@ant-design/icons';
import { asAsked, initialValuesOfFilters } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { readTablePage } from '../app/net/client.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useTabActions } from '../app/tabs/tabs.ts';
import { Chart } from '../control/chart/Chart.tsx';
import { todayIn } from '../control/format.ts';
import { IconButton } from '../control/IconButton.tsx';
import { renderListCell } from '../list/columns/cells.tsx';
import { fieldsAsked } from '../list/columns/columnChoice.ts';
import { searchText, urlWithFilters } from '../list/filters/filterState.ts';
import { useHomeReports } from '../list/report/homeReports.ts';
import type { HomeReport } from '../list/report/homeReports.ts';
import { filtersIn } from '../list/listView.ts';
import { ownChart, ownSubjects, useSubjects } from '../list/report/ownSubjects.tsx';
import type { CustomReportTable } from '../list/report/ownSubjects.tsx';
import { levelsIn, useReportChart } from '../list/report/reportChart.tsx';
import { t } from '../phrase/index.ts';
import { labelOfColumn } from '../record/labels.ts';

/** Number of first rows below a report's chart. */
const ROWS = 5;

/** Renders the user's chosen reports; omits subjects that the user may not see. */
export function OwnReports(): ReactNode {
  const [reports, change] = useHomeReports();
  const subjects = useSubjects();
  const seen = reports.filter(({ subject }) => subjects.includes(subject));
  if (seen.length === 0) return null;
  return (
    <div className="home-reports">
      {seen.map((report) => (
        <OwnPanel
          key={JSON.stringify(report)}
          report={report}
          table={ownSubjects[report.subject].table}
          onRemove={() => change(reports.filter((one) => one !== report))}
        />
      ))}
    </div>
  );
}

interface PanelProps {
  readonly report: HomeReport;
  readonly table: CustomReportTable;
  readonly onRemove: () => void;
}

/** Builds a report's query, with dates relative to today. */
function useAsked({ report, table }: Pick<PanelProps, 'report' | 'table'>) {
  const { timeZone, hiddenAmounts } = useSettings();
  return useMemo(() => {
    const applied = filtersIn(
      table,
      report,
      initialValuesOfFilters(table, todayIn(timeZone), hiddenAmounts),
      hiddenAmounts,
    );
    const search = searchText(applied, table.fixed);
    const field = fieldsAsked(table, [ownChart<CustomReportTable>(applied).column]);
    const query = {
      field,
      ...(search === undefined ? {} : { search }),
      currentPage: 1,
      pageSize: 20,
    };
    return { table: asAsked(table, applied), applied, missing: [], query };
  }, [report, table, timeZone, hiddenAmounts]);
}

/** Renders a report's chart and first rows; the name opens the report. */
function OwnPanel({ report, table, onRemove }: PanelProps): ReactNode {
  const { open } = useTabActions();
  const asked = useAsked({ report, table });
  const { applied, query } = asked;
  const { data, error } = useQuery({
    queryKey: ['list', table.path, table.id, query],
    queryFn: ({ signal }) =>
      readTablePage<CustomReportTable>(table, query, { signal, silent: true }),
  });
  const chart = useReportChart<CustomReportTable>(asked, ownChart<CustomReportTable>, true);
  const { column } = ownChart<CustomReportTable>(applied);
  const level = levelsIn(applied) ?? '';
  const title = t('chart.by', { measure: labelOfColumn(table, column), level });
  const acts = (
    <span>
      <IconButton
        size="small"
        icon={<ExportOutlined aria-hidden />}
        label={t('own.open', { name: title })}
        onClick={() =>
          open(urlWithFilters('/report/own_report', { subject: report.subject, ...applied }))
        }
      />
      <IconButton
        size="small"
        icon={<CloseOutlined aria-hidden />}
        label={t('own.takeOff', { name: title })}
        onClick={onRemove}
      />
    </span>
  );
  return (
    <section className="home-panel" aria-label={title}>
      {chart === null ? (
        <header>
          <h3>{title}</h3>
          {acts}
        </header>
      ) : (
        <Chart picture={chart.picture} labelled={chart.labelled} extra={acts} />
      )}
      {error !== null ? <p className="quiet">{t('list.failed')}</p> : null}
      {data === undefined && error === null ? <Skeleton active paragraph={{ rows: 6 }} /> : null}
      {data === undefined ? null : <FirstRows rows={data.rows} table={table} column={column} />}
    </section>
  );
}

const FirstRows = ({
  rows,
  table,
  column,
}: {
  readonly rows: readonly RowOf<CustomReportTable>[];
  readonly table: CustomReportTable;
  readonly column: keyof CustomReportTable['columns'] & string;
}): ReactNode =>
  rows.length === 0 ? (
    <p className="quiet">{t('list.noneFound')}</p>
  ) : (
    <ul>
      {rows.slice(0, ROWS).map((row) => (
        <li key={row.id}>
          <span>
            {[row.name, row.secondName]
              .map((name) => (name === '' ? t('empty.none') : name))
              .filter((name) => name !== null)
              .join(' · ')}
          </span>
          {renderListCell(column, table.columns[column], row[column])}
        </li>
      ))}
    </ul>
  );
