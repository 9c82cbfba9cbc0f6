import { BarChartOutlined } from '@ant-design/icons';
import { DEFAULT_PAGE_SIZE, LARGEST_PAGE } from '@tradehouse/contract';
import type { RowOf, Table } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { readTable } from '../../app/net/client.ts';
import { usePreference } from '../../app/settings/preferences.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { Chart } from '../../control/chart/Chart.tsx';
import { linesOf, partsOf } from '../../control/chart/picture.ts';
import type { Part, Picture, Point } from '../../control/chart/picture.ts';
import { t } from '../../phrase/index.ts';
import { choiceOf, labelOf } from '../../record/labels.ts';
import { keyOf } from '../../record/listTypes.ts';
import { isNumber } from '../columns/columnChoice.ts';
import type { FilterValues } from '../filters/filterState.ts';
import type { ListState, Sort } from '../useList.ts';

/** What a report's chart shows of its rows. */
export interface ShownChart<T extends Table> {
  readonly as: Picture['as'];
  /** The figures that it shows. */
  readonly column: keyof T['columns'] & string;
  /** Which rows it shows; absent: the first in the report's own order. */
  readonly order?: Sort;
  /** Of rows by two: the column that lines run along; there is one for each of the other. */
  readonly along?: 'name' | 'secondName';
}

/** A report's chart, by the filters that are applied. */
export type ChartOf<T extends Table> = (applied: FilterValues) => ShownChart<T>;

/** How many rows a chart shows: more names can't be read beside it. */
const ROWS = 10;
/** How many months stand side by side. */
const MONTHS = 30;

export interface ReportChart<T extends Table> {
  readonly picture: Picture;
  readonly labelled: string;
  /** The row that each label stands for; none: of several. */
  readonly rows: readonly (RowOf<T> | undefined)[];
}

/** The row of all others, in a table that has one. */
const REST = 'rest';

/**
 * The first rows of a report as a picture, whatever page of it is looked at; null where there are none, or where their figures
 * are hidden. It reads what the report's first page reads, so mostly nothing more is asked for.
 */
export function useReportChart<T extends Table>(
  list: Pick<ListState<T>, 'table' | 'applied' | 'missing' | 'query'>,
  chartOf: ChartOf<T> | undefined,
  shown: boolean,
): ReportChart<T> | null {
  const { table, applied, missing } = list;
  const { query, chart } = useMemo(() => {
    const chart = chartOf?.(applied);
    const { order, along } = chart ?? {};
    const most = along !== undefined ? LARGEST_PAGE : order !== undefined ? MONTHS : undefined;
    // All that narrows the rows, in its own order.
    const { column: _, order: __, pageSize = DEFAULT_PAGE_SIZE, ...asked } = list.query;
    return { chart, query: { ...asked, ...order, currentPage: 1, pageSize: most ?? pageSize } };
  }, [chartOf, applied, list.query]);
  const { data } = useQuery({
    queryKey: ['list', table.path, table.id, query],
    queryFn: ({ signal }) => readTable(table, query, { signal, silent: true }),
    enabled: shown && chart !== undefined && missing.length === 0,
  });
  return useMemo(() => {
    if (data === undefined || chart === undefined) return null;
    // Lines that lack rows would tell of falls that never were.
    const lacks = chart.along !== undefined && data.total > data.rows.length;
    const drawn: ShownChart<T> = lacks ? { as: 'rows', column: chart.column } : chart;
    return pictureOf(list, drawn, data.rows, data.totals[chart.column] ?? null);
  }, [list, chart, data]);
}

/** What rows are by, in words; null: nothing that is chosen. */
export function levelsIn({ level, second }: FilterValues): string | null {
  if (typeof level !== 'string') return null;
  const both = typeof second === 'string' && second !== level ? [choiceOf('second', second)] : [];
  return [choiceOf('level', level), ...both].join(' × ');
}

function pictureOf<T extends Table>(
  { table, applied }: Pick<ListState<T>, 'table' | 'applied'>,
  { as, column, order, along }: ShownChart<T>,
  rows: readonly RowOf<T>[],
  whole: string | null,
): ReportChart<T> | null {
  const named = table.nameColumn ?? 'name';
  const figure = table.columns[column];
  const measure = labelOf(table, column);
  const labelled = levelsIn(applied) ?? labelOf(table, named);
  const title = t('chart.by', { measure, level: labelled });
  if (figure === undefined || !isNumber(figure)) return null;
  // SAFETY: the column is a number.
  const of = figure.type as Picture['figure'];
  if (along !== undefined) {
    const lines = linesOf(pointsOf(rows, along, column), t('chart.other'));
    if (lines.labels.length === 0) return null;
    return { labelled, rows: [], picture: { as, title, figure: of, ...lines } };
  }
  const known = rows.flatMap((row): Part[] => {
    // SAFETY: rows of reports that have charts are texts and numbers.
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
    as === 'donut' ? partsOf(known, whole ?? '0', t('chart.other')) : known.slice(0, most);
  return {
    labelled,
    rows: parts.map(({ id }) => rows.find((row) => keyOf(table, row) === id)),
    picture: {
      as,
      title,
      labels: parts.map(({ name }) => name),
      series: [{ name: measure, values: parts.map(({ value }) => value) }],
      figure: of,
    },
  };
}

/** Rows by two as points of lines. */
function pointsOf<T extends Table>(
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
 * Whether a report's chart stands beside it: as its view says, or else as its user wants it; a phone has no room for it until
 * it is asked for.
 */
export function useShown<T extends Table>({
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

/** The chart beside a report's rows. */
export const ReportPicture = <T extends Table>({
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
      <Chart picture={picture} labelled={labelled} {...(onPick && { onPick: pick })} />
    </aside>
  );
};
