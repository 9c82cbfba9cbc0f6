import { BarChartOutlined } from '@ant-design/icons';
import { DEFAULT_PAGE_SIZE, LARGEST_PAGE } from '@tradehouse/contract';
import type { RowOf, TableDeclaration } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { readTablePage } from '../../app/net/client.ts';
import { usePreference } from '../../app/settings/preferences.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { Chart } from '../../control/chart/Chart.tsx';
import { chartLinesOf, donutPartsOf } from '../../control/chart/picture.ts';
import type { ChartPart, ChartPicture, Point } from '../../control/chart/picture.ts';
import { t } from '../../phrase/index.ts';
import { choiceOf, labelOfColumn } from '../../record/labels.ts';
import { keyOfRow } from '../../record/listTypes.ts';
import { isFigureColumn } from '../columns/columnChoice.ts';
import type { FilterValues } from '../filters/filterState.ts';
import type { ListState, Sort } from '../useList.ts';

export interface ShownChart<T extends TableDeclaration> {
  readonly as: ChartPicture['as'];
  readonly column: keyof T['columns'] & string;
  /** Sort order that selects the charted rows; absent: the report's own order. */
  readonly order?: Sort;
  /** Column along the lines of two-level rows; each value of the other has a line. */
  readonly along?: 'name' | 'secondName';
}

/** Returns a report's chart for the applied filters. */
export type ChartOf<T extends TableDeclaration> = (applied: FilterValues) => ShownChart<T>;

/** Maximum number of charted rows: more names are unreadable. */
const ROWS = 10;
/** How many months stand side by side. */
const MONTHS = 30;

export interface ReportChart<T extends TableDeclaration> {
  readonly picture: ChartPicture;
  readonly labelled: string;
  /** Row of each label; undefined: the label covers several rows. */
  readonly rows: readonly (RowOf<T> | undefined)[];
}

/** Id of the row of all others, in tables with the row. */
const REST = 'rest';

/**
 * Charts a report's first rows, regardless of the page; null without rows or with hidden figures. Usually
 * the first page's query, so no extra request.
 */
export function useReportChart<T extends TableDeclaration>(
  list: Pick<ListState<T>, 'table' | 'applied' | 'missing' | 'query'>,
  chartOf: ChartOf<T> | undefined,
  shown: boolean,
): ReportChart<T> | null {
  const { table, applied, missing } = list;
  const { query, chart } = useMemo(() => {
    const chart = chartOf?.(applied);
    const { order, along } = chart ?? {};
    const most = along !== undefined ? LARGEST_PAGE : order !== undefined ? MONTHS : undefined;
    // Every filter of the rows, with the chart's own sort order.
    const { column: _, order: __, pageSize = DEFAULT_PAGE_SIZE, ...asked } = list.query;
    return { chart, query: { ...asked, ...order, currentPage: 1, pageSize: most ?? pageSize } };
  }, [chartOf, applied, list.query]);
  const { data } = useQuery({
    queryKey: ['list', table.path, table.id, query],
    queryFn: ({ signal }) => readTablePage(table, query, { signal, silent: true }),
    enabled: shown && chart !== undefined && missing.length === 0,
  });
  return useMemo(() => {
    if (data === undefined || chart === undefined) return null;
    // Lines with missing rows would show drops that never happened.
    const lacks = chart.along !== undefined && data.total > data.rows.length;
    const drawn: ShownChart<T> = lacks ? { as: 'rows', column: chart.column } : chart;
    return buildReportChart(list, drawn, data.rows, data.totals[chart.column] ?? null);
  }, [list, chart, data]);
}

/** Returns the levels of the rows in words; null if none is chosen. */
export function levelsIn({ level, second }: FilterValues): string | null {
  if (typeof level !== 'string') return null;
  const both = typeof second === 'string' && second !== level ? [choiceOf('second', second)] : [];
  return [choiceOf('level', level), ...both].join(' × ');
}

function buildReportChart<T extends TableDeclaration>(
  { table, applied }: Pick<ListState<T>, 'table' | 'applied'>,
  { as, column, order, along }: ShownChart<T>,
  rows: readonly RowOf<T>[],
  whole: string | null,
): ReportChart<T> | null {
  const named = table.nameColumn ?? 'name';
  const figure = table.columns[column];
  const measure = labelOfColumn(table, column);
  const labelled = levelsIn(applied) ?? labelOfColumn(table, named);
  const title = t('chart.by', { measure, level: labelled });
  if (figure === undefined || !isFigureColumn(figure)) return null;
  // SAFETY: the column is a number.
  const of = figure.type as ChartPicture['figure'];
  if (along !== undefined) {
    const lines = chartLinesOf(pointsOfReportRows(rows, along, column), t('chart.other'));
    if (lines.labels.length === 0) return null;
    return { labelled, rows: [], picture: { as, title, figure: of, ...lines } };
  }
  const known = rows.flatMap((row): ChartPart[] => {
    // SAFETY: rows of charted reports hold texts and numbers.
    const {
      [table.key ?? 'id']: id,
      [named]: name,
      [column]: value,
      secondName,
    } = row as Readonly<Record<string, string | null>>;
    // Rows by two are called by both.
    const called = [name, ...('secondName' in table.columns ? [secondName] : [])].map((one) =>
      one === null || one === undefined || one === '' ? t('empty.none') : one,
    );
    return value === null || value === undefined || id === REST
      ? []
      : [{ id: String(id), name: called.join(' · '), value }];
  });
  if (known.length === 0) return null;
  const most = order === undefined ? ROWS : MONTHS;
  const parts =
    as === 'donut' ? donutPartsOf(known, whole ?? '0', t('chart.other')) : known.slice(0, most);
  return {
    labelled,
    rows: parts.map(({ id }) => rows.find((row) => keyOfRow(table, row) === id)),
    picture: {
      as,
      title,
      labels: parts.map(({ name }) => name),
      series: [{ name: measure, values: parts.map(({ value }) => value) }],
      figure: of,
    },
  };
}

/** Converts two-level rows to points of lines. */
function pointsOfReportRows<T extends TableDeclaration>(
  rows: readonly RowOf<T>[],
  along: 'name' | 'secondName',
  column: string,
): readonly Point[] {
  return rows.flatMap((row): Point[] => {
    // SAFETY: rows by two hold texts in these columns.
    const {
      id,
      name,
      secondName,
      [column]: value,
    } = row as Readonly<Record<string, string | null>>;
    if (value === null || value === undefined || id === REST) return [];
    const [at, line] = along === 'name' ? [name, secondName] : [secondName, name];
    return [{ along: at ?? '', line: (line ?? '') || t('empty.none'), value }];
  });
}

/**
 * Returns the chart's visibility: by the view, otherwise the user's preference; on a phone, for lack of
 * space, only on request.
 */
export function useShown<T extends TableDeclaration>({
  table,
  chart,
  setChart,
}: Pick<ListState<T>, 'table' | 'chart' | 'setChart'>): readonly [
  boolean,
  (shown: boolean) => void,
] {
  const phone = usePhone();
  const place = phone ? 'phoneChart' : 'chart';
  const [own, setOwn] = usePreference(`${place}:${table.id}`, !phone);
  return [chart ?? own, setChart ?? setOwn];
}

export const ChartButton = ({
  shown,
  onChange,
}: {
  readonly shown: boolean;
  readonly onChange: (shown: boolean) => void;
}): ReactNode => (
  <Button
    icon={<BarChartOutlined aria-hidden />}
    aria-pressed={shown}
    onClick={() => onChange(!shown)}
  >
    {t('chart.chart')}
  </Button>
);

/** Chart of a report's rows. */
export const ReportPicture = <T extends TableDeclaration>({
  chart: { picture, labelled, rows },
  onPick,
}: {
  readonly chart: ReportChart<T>;
  /** A part of the chart was pressed. */
  readonly onPick: ((row: RowOf<T>) => void) | undefined;
}): ReactNode => {
  const pick = (at: number): void => {
    const row = rows[at];
    if (row !== undefined) onPick?.(row);
  };
  return (
    <aside className="report-chart">
      <h2 className="unseen">{t('chart.chart')}</h2>
      <Chart picture={picture} labelled={labelled} {...(onPick && { onPick: pick })} />
    </aside>
  );
};
