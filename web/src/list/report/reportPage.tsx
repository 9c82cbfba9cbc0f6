import { PrinterOutlined } from '@ant-design/icons';
import { arrangeColumns } from '@tradehouse/contract';
import type { RowOf, TableDeclaration } from '@tradehouse/contract';
import { Button, Empty } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { memo, useCallback, useState } from 'react';
import { useTab } from '../../app/tabs/tabs.ts';
import { DocumentLink } from '../../control/DocumentLink.tsx';
import { PaneModal } from '../../control/PaneModal.tsx';
import { choiceOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';
import { Caution } from '../Caution.tsx';
import { renderListCell } from '../columns/cells.tsx';
import type { ChartPicture } from '../../control/chart/picture.ts';
import { narrowedBy } from '../filters/Chips.tsx';
import { FilterBar } from '../filters/FilterBar.tsx';
import type { FilterValues } from '../filters/filterState.ts';
import { labelOfColumn } from '../../record/labels.ts';
import { ListRows } from '../ListRows.tsx';
import type { CellRenderers, ListAction } from '../../record/listTypes.ts';
import { Pager } from '../Pager.tsx';
import { PrintedTable } from '../PrintedTable.tsx';
import { EmptyList } from '../EmptyList.tsx';
import { useSelection } from '../selection.ts';
import { StaleRows } from '../staleRows.ts';
import { ChartButton, ReportPicture, useReportChart, useShown } from './reportChart.tsx';
import type { ChartOf } from './reportChart.tsx';
import { ViewLacks } from '../savedView/ViewLacks.tsx';
import { ViewsButton } from '../savedView/ViewsButton.tsx';
import { standsAlone, useStartingView } from '../savedView/startingView.ts';
import type { ShownView } from '../savedView/startingView.ts';
import { isSubTotal, useSubTotals } from './subTotals.ts';
import { SkipToRows } from '../SkipToRows.tsx';
import { Toolbar } from '../Toolbar.tsx';
import type { ListState } from '../useList.ts';
import { useList } from '../useList.ts';

/** Dialog with the rows behind a figure. */
export interface Drill {
  readonly title: string;
  /** In pixels. */
  readonly width: number;
  /** Report with the figure's filters; created on opening. */
  readonly content: () => ReactNode;
}

/** Null: no rows behind the figure can be queried. */
type DrillOf<T extends TableDeclaration> = (row: RowOf<T>, list: ListState<T>) => Drill | null;

/** Definition of a report; the table supplies everything else. */
export interface ReportDefinition<T extends TableDeclaration> {
  readonly table: T;
  readonly cells?: CellRenderers<T>;
  /** Columns whose cells open the rows behind the figure. */
  readonly drills?: { readonly [Name in keyof T['columns']]?: DrillOf<T> };
  readonly chart?: ChartOf<T>;
  /** Drill of a clicked chart part; absent: the drill of the row's figure. */
  readonly picks?: DrillOf<T>;
  /** Print layout in place of the rows, for the applied filters. */
  readonly paper?: (applied: FilterValues, onDone: () => void) => ReactNode;
  /** The facts of a card on a phone. */
  readonly facts?: readonly string[];
  readonly nameColumn?: keyof T['columns'] & string;
  readonly actions?: readonly ListAction<RowOf<T>>[];
}

/** Returns the label of a row without number: opening or closing balance. */
const textOfMissingNumber = (kind: string | null | undefined): string =>
  kind === 'opening' || kind === 'closing' ? choiceOf('kind', kind) : t('empty.none');

/** Links document numbers if the row names the document's kind and id. */
function linkCellsOfReport<T extends TableDeclaration>(table: T): CellRenderers<T> {
  const { number, kind, documentId } = table.columns;
  if (number === undefined || kind === undefined || documentId === undefined) return {};
  const link = (row: Readonly<Record<string, string | null>>): ReactNode => (
    <DocumentLink kind={row['kind'] ?? ''} id={row['documentId'] ?? null}>
      {(row['number'] ?? '') || textOfMissingNumber(row['kind'])}
    </DocumentLink>
  );
  // SAFETY: the table has this column, and rows hold texts in the linked columns.
  return { number: link } as CellRenderers<T>;
}

function drillCells<T extends TableDeclaration>(
  { table, cells: own = {}, drills = {} }: ReportDefinition<T>,
  list: ListState<T>,
  open: (drill: Drill) => void,
): CellRenderers<T> {
  const cells = Object.entries(drills).map(([name, drill]) => {
    const column = table.columns[name];
    const drawn = own[name];
    const cell = (row: RowOf<T>): ReactNode => {
      const shown =
        drawn !== undefined
          ? drawn(row)
          : column === undefined
            ? null
            : renderListCell(name, column, row[name], row);
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
  // SAFETY: each drill is stored under the column of its figures.
  return Object.fromEntries(cells) as CellRenderers<T>;
}

export interface ReportProps<T extends TableDeclaration> extends ReportDefinition<T> {
  /** Filters always sent and never shown. */
  readonly fixed?: FilterValues;
  /** Initial values of the other filters, in place of the address. */
  readonly given?: FilterValues;
  readonly title?: string;
  /** Additional buttons for the applied filters. */
  readonly extra?: (applied: FilterValues) => ReactNode;
  /** Report builder above the filters; `by` lists the filters edited in the builder. */
  readonly built?: {
    readonly by: readonly string[];
    readonly draw: (list: ListState<T>) => ReactNode;
  };
}

/** Renders filters, rows, totals, print and export of the whole result. */
export function Report<T extends TableDeclaration>(props: ReportProps<T>): ReactNode {
  const { table, fixed, given, nameColumn } = props;
  const opens = useStartingView(table, props);
  const { list, stale } = useList(table, { fixed, given, nameColumn, opens: opens?.value });
  return (
    <StaleRows value={stale}>
      <Drawn {...props} list={list} opens={opens} />
    </StaleRows>
  );
}

interface DrawnReportProps<T extends TableDeclaration> extends ReportProps<T> {
  readonly list: ListState<T>;
  readonly opens: ShownView | undefined;
}

interface ReportPaperProps<T extends TableDeclaration> extends DrawnReportProps<T> {
  /** Chart beside the rows on screen. */
  readonly picture: ChartPicture | undefined;
  readonly groups: ReturnType<typeof useSubTotals<T>>;
  readonly onDone: () => void;
}

/** Prints a special layout, or the rows in their present form. */
function ReportPaper<T extends TableDeclaration>(props: ReportPaperProps<T>): ReactNode {
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

function DrawnReport<T extends TableDeclaration>(props: DrawnReportProps<T>): ReactNode {
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
      <SkipToRows />
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
          <>
            {standsAlone(table, props) ? (
              <ViewsButton
                list={list}
                fixed={fixed}
                opens={props.opens}
                chart={props.chart === undefined ? undefined : shown}
              />
            ) : null}
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
        extra={props.extra?.(list.applied)}
      />
      {list.missing.length > 0 ? (
        <Missing list={list} />
      ) : (
        <ReportWithChart
          chart={
            shown && chart !== null ? (
              <ReportPicture chart={chart} onPick={picks === undefined ? undefined : pick} />
            ) : null
          }
        >
          <ListRows
            list={withGroupTotals(list, groups)}
            rowClass={groups === null ? undefined : subTotalClass}
            failed
            cells={{
              ...linkCellsOfReport(table),
              ...props.cells,
              ...drillCells(props, list, setDrill),
            }}
            facts={built === undefined ? facts : chosenFacts(list)}
            expanded={undefined}
            selection={selection}
            onOpen={null}
            actionsOf={null}
            widthOfActs={0}
            empty={<EmptyList list={list} />}
          />
        </ReportWithChart>
      )}
      <Pager list={list} />
      {printing ? (
        <ReportPaper
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

/** Returns a list with subtotals above each group. */
const withGroupTotals = <T extends TableDeclaration>(
  list: ListState<T>,
  groups: ReturnType<typeof useSubTotals<T>>,
): ListState<T> =>
  groups === null || list.data === undefined
    ? list
    : { ...list, data: { ...list.data, rows: groups(list.data.rows) } };

/** Returns a card's facts for a custom report: the chosen figures. */
const chosenFacts = <T extends TableDeclaration>({
  table,
  columns,
  nameColumn,
}: ListState<T>): string[] =>
  arrangeColumns(table, columns).flatMap(({ name, visible }) =>
    visible && name !== nameColumn ? [name] : [],
  );

// SAFETY: memo keeps the props; its type loses the generic.
const Drawn = memo(DrawnReport) as typeof DrawnReport;

const ReportWithChart = ({
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

/** Shows the filters required before the first read. */
const Missing = <T extends TableDeclaration>({
  list,
}: {
  readonly list: ListState<T>;
}): ReactNode => (
  <div className="list-box">
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={t('report.choose', {
        names: list.missing.map((name) => labelOfColumn(list.table, name)).join(', '),
      })}
    />
  </div>
);

/** Creates a report view. Another query in the address restarts the report. */
export function reportPage<T extends TableDeclaration>(
  definition: ReportDefinition<T>,
): ComponentType {
  const ReportView = (): ReactNode => {
    const { query } = useTab();
    return <Report key={query.toString()} {...definition} />;
  };
  return ReportView;
}
