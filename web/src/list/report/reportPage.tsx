import { PrinterOutlined } from '@ant-design/icons';
import { arranged } from '@tradehouse/contract';
import type { RowOf, Table } from '@tradehouse/contract';
import { Button, Empty } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { memo, useCallback, useState } from 'react';
import { useTab } from '../../app/tabs/tabs.ts';
import { DocumentLink } from '../../control/DocumentLink.tsx';
import { PaneModal } from '../../control/PaneModal.tsx';
import { choiceOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';
import { Caution } from '../Caution.tsx';
import { cellOf } from '../columns/cells.tsx';
import type { Picture } from '../../control/chart/picture.ts';
import { narrowedBy } from '../filters/Chips.tsx';
import { FilterBar } from '../filters/FilterBar.tsx';
import type { FilterValues } from '../filters/filterState.ts';
import { labelOf } from '../../record/labels.ts';
import { ListRows } from '../ListRows.tsx';
import type { Cells, ListAction } from '../../record/listTypes.ts';
import { Pager } from '../Pager.tsx';
import { PrintedTable } from '../PrintedTable.tsx';
import { EmptyList } from '../EmptyList.tsx';
import { useSelection } from '../selection.ts';
import { StaleRows } from '../staleRows.ts';
import { ChartButton, ReportPicture, useReportChart, useShown } from './reportChart.tsx';
import type { ChartOf } from './reportChart.tsx';
import { ViewLacks } from '../savedViews/ViewLacks.tsx';
import { ViewsButton } from '../savedViews/ViewsButton.tsx';
import { standsAlone, useStartingView } from '../savedViews/startingView.ts';
import type { ShownView } from '../savedViews/startingView.ts';
import { isSubTotal, useSubTotals } from './subTotals.ts';
import { Toolbar } from '../Toolbar.tsx';
import type { ListState } from '../useList.ts';
import { useList } from '../useList.ts';

/** A dialog with the rows behind one figure. */
export interface Drill {
  readonly title: string;
  /** In pixels. */
  readonly width: number;
  /** A report that is fixed to what the figure is of; made once it is opened. */
  readonly content: () => ReactNode;
}

/** Null: nothing lies behind this row's figure that could be asked for. */
type DrillOf<T extends Table> = (row: RowOf<T>, list: ListState<T>) => Drill | null;

/** What a report says of itself; everything else comes from its table. */
export interface ReportDefinition<T extends Table> {
  readonly table: T;
  readonly cells?: Cells<T>;
  /** Columns whose cells open the rows behind them. */
  readonly drills?: { readonly [Name in keyof T['columns']]?: DrillOf<T> };
  /** What of it is drawn beside its rows. */
  readonly chart?: ChartOf<T>;
  /** What pressing a part of the chart opens; absent: what pressing a row's figure does. */
  readonly picks?: DrillOf<T>;
  /** What is printed instead of the rows as they stand, by the filters that are applied. */
  readonly paper?: (applied: FilterValues, onDone: () => void) => ReactNode;
  /** The facts of a card on a phone. */
  readonly facts?: readonly string[];
  readonly nameColumn?: keyof T['columns'] & string;
  /** What can be done with its rows. */
  readonly actions?: readonly ListAction<RowOf<T>>[];
}

/** What stands for the number of a row that has none: what there was before, or after, is called so. */
const unnumbered = (kind: string | null | undefined): string =>
  kind === 'opening' || kind === 'closing' ? choiceOf('kind', kind) : t('empty.none');

/** Numbers of documents are links wherever the row says which kind and which document it is. */
function linksOf<T extends Table>(table: T): Cells<T> {
  const { number, kind, documentId } = table.columns;
  if (number === undefined || kind === undefined || documentId === undefined) return {};
  const link = (row: Readonly<Record<string, string | null>>): ReactNode => (
    <DocumentLink kind={row['kind'] ?? ''} id={row['documentId'] ?? null}>
      {(row['number'] ?? '') || unnumbered(row['kind'])}
    </DocumentLink>
  );
  // SAFETY: the table has this column, and in these columns its rows hold texts.
  return { number: link } as Cells<T>;
}

function drillCells<T extends Table>(
  { table, cells: own = {}, drills = {} }: ReportDefinition<T>,
  list: ListState<T>,
  open: (drill: Drill) => void,
): Cells<T> {
  const cells = Object.entries(drills).map(([name, drill]) => {
    const column = table.columns[name];
    const drawn = own[name];
    const cell = (row: RowOf<T>): ReactNode => {
      const shown =
        drawn !== undefined
          ? drawn(row)
          : column === undefined
            ? null
            : cellOf(name, column, row[name], row);
      // SAFETY: the drills hold nothing else.
      const opened = (drill as DrillOf<T>)(row, list);
      if (opened === null) return shown;
      return (
        <button type="button" className="link" onClick={() => open(opened)}>
          {shown}
        </button>
      );
    };
    return [name, cell] as const;
  });
  // SAFETY: each stands under the column whose figures it opens.
  return Object.fromEntries(cells) as Cells<T>;
}

export interface ReportProps<T extends Table> extends ReportDefinition<T> {
  /** Filters that are always sent and not asked for. */
  readonly fixed?: FilterValues;
  /** What the other filters start with, in place of the address. */
  readonly given?: FilterValues;
  readonly title?: string;
  /** What stands among its buttons, by the filters that are applied. */
  readonly extra?: (applied: FilterValues) => ReactNode;
  /** What its reader puts it together with, above its filters: `by` are those that are asked there. */
  readonly built?: {
    readonly by: readonly string[];
    readonly draw: (list: ListState<T>) => ReactNode;
  };
}

/** A report: filters, rows, totals over the whole result, print and export of all of it. */
export function Report<T extends Table>(props: ReportProps<T>): ReactNode {
  const { table, fixed, given, nameColumn } = props;
  const opens = useStartingView(table, props);
  const { list, stale } = useList(table, { fixed, given, nameColumn, opens: opens?.value });
  return (
    <StaleRows value={stale}>
      <Drawn {...props} list={list} opens={opens} />
    </StaleRows>
  );
}

interface DrawnProps<T extends Table> extends ReportProps<T> {
  readonly list: ListState<T>;
  readonly opens: ShownView | undefined;
}

interface PaperProps<T extends Table> extends DrawnProps<T> {
  /** What is drawn beside the rows on the screen. */
  readonly picture: Picture | undefined;
  readonly groups: ReturnType<typeof useSubTotals<T>>;
  readonly onDone: () => void;
}

/** The report on paper: one of its own, or its rows as they stand. */
function Paper<T extends Table>(props: PaperProps<T>): ReactNode {
  const { list, title, paper, picture, groups, onDone } = props;
  const { page } = useTab();
  return (
    paper?.(list.applied, onDone) ?? (
      <PrintedTable
        list={list}
        title={title ?? page.text}
        facts={narrowedBy(list)}
        picture={picture}
        arrange={groups ?? undefined}
        rowClass={groups === null ? undefined : subTotalClass}
        onDone={onDone}
      />
    )
  );
}

const DrillDialog = ({
  drill: { title, width, content },
  onClose,
}: {
  readonly drill: Drill;
  readonly onClose: () => void;
}): ReactNode => (
  <PaneModal title={title} width={width} onCancel={onClose} className="drill">
    {content()}
  </PaneModal>
);

function DrawnReport<T extends Table>(props: DrawnProps<T>): ReactNode {
  const { table, fixed, facts, list, actions = [], picks, built } = props;
  const [drill, setDrill] = useState<Drill | null>(null);
  const [printing, setPrinting] = useState(false);
  const printed = useCallback(() => setPrinting(false), []);
  const [shown, show] = useShown(list);
  const chart = useReportChart(list, props.chart, shown);
  const pick = (row: RowOf<T>): void => setDrill(picks?.(row, list) ?? null);
  const selection = useSelection(list, actions.length > 0);
  const groups = useSubTotals(list);
  return (
    <div className="list-page">
      {built?.draw(list)}
      <FilterBar
        list={list}
        without={[...Object.keys({ ...table.fixed, ...fixed }), ...(built?.by ?? [])]}
      />
      <ViewLacks list={list} />
      <Caution list={list} />
      <Toolbar
        list={list}
        actions={actions}
        selection={selection}
        views={
          standsAlone(table, props) ? (
            <ViewsButton
              list={list}
              fixed={fixed}
              opens={props.opens}
              chart={props.chart === undefined ? undefined : shown}
            />
          ) : null
        }
        extra={
          <>
            {props.extra?.(list.applied)}
            {props.chart === undefined ? null : <ChartButton shown={shown} onChange={show} />}
            <Button
              icon={<PrinterOutlined aria-hidden />}
              onClick={() => setPrinting(true)}
              disabled={list.data === undefined}
            >
              {t('act.print')}
            </Button>
          </>
        }
      />
      {list.missing.length > 0 ? (
        <Missing list={list} />
      ) : (
        <Beside
          chart={
            shown && chart !== null ? (
              <ReportPicture chart={chart} onPick={picks === undefined ? undefined : pick} />
            ) : null
          }
        >
          <ListRows
            list={grouped(list, groups)}
            rowClass={groups === null ? undefined : subTotalClass}
            failed
            cells={{ ...linksOf(table), ...props.cells, ...drillCells(props, list, setDrill) }}
            facts={built === undefined ? facts : chosenFacts(list)}
            expanded={undefined}
            selection={selection}
            onOpen={null}
            actionsOf={null}
            mostActs={0}
            empty={<EmptyList list={list} />}
          />
        </Beside>
      )}
      <Pager list={list} />
      {printing ? (
        <Paper
          {...props}
          groups={groups}
          picture={shown ? chart?.picture : undefined}
          onDone={printed}
        />
      ) : null}
      {drill === null ? null : <DrillDialog drill={drill} onClose={() => setDrill(null)} />}
    </div>
  );
}

const subTotalClass = (row: unknown): string => (isSubTotal(row) ? 'sub-total' : '');

/** A list whose groups are headed by what they come to. */
const grouped = <T extends Table>(
  list: ListState<T>,
  groups: ReturnType<typeof useSubTotals<T>>,
): ListState<T> =>
  groups === null || list.data === undefined
    ? list
    : { ...list, data: { ...list.data, rows: groups(list.data.rows) } };

/** What a card says of a report that was put together: what was chosen for it. */
const chosenFacts = <T extends Table>({ table, columns, nameColumn }: ListState<T>): string[] =>
  arranged(table, columns).flatMap(({ name, visible }) =>
    visible && name !== nameColumn ? [name] : [],
  );

// SAFETY: a remembered component takes what it takes; the type of memo loses its generic.
const Drawn = memo(DrawnReport) as typeof DrawnReport;

/** The rows, and beside them what is drawn of them. */
const Beside = ({
  chart,
  children,
}: {
  readonly chart: ReactNode;
  readonly children: ReactNode;
}): ReactNode =>
  chart === null ? (
    children
  ) : (
    <div className="rows-and-chart">
      {children}
      {chart}
    </div>
  );

/** What must be chosen before anything is read. */
const Missing = <T extends Table>({ list }: { readonly list: ListState<T> }): ReactNode => (
  <div className="list-box">
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={t('report.choose', {
        names: list.missing.map((name) => labelOf(list.table, name)).join(', '),
      })}
    />
  </div>
);

/** A view that is a report. Another query of the address starts it again. */
export function reportPage<T extends Table>(definition: ReportDefinition<T>): ComponentType {
  const ReportView = (): ReactNode => {
    const { query } = useTab();
    return <Report key={query.toString()} {...definition} />;
  };
  return ReportView;
}
