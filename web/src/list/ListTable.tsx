import type { ArrangedColumn, RowOf, TableDeclaration } from '@tradehouse/contract';
import { arrangeColumns } from '@tradehouse/contract';
import type { TableProps } from 'antd';
import { Table as Grid, Tooltip } from 'antd';
import type { ReactNode, RefCallback } from 'react';
import { useCallback, useMemo } from 'react';
import { useSettings } from '../app/settings/settings.ts';
import { t } from '../phrase/index.ts';
import { isFigureColumn, resizeColumn } from './columns/columnChoice.ts';
import { BodyCell } from './columns/BodyCell.tsx';
import { actsTitle } from '../control/actsTitle.tsx';
import { labelledTicks } from '../control/tickLabels.ts';
import { renderListCell, sumsIn } from './columns/cells.tsx';
import { columnHint } from './columns/columnHints.ts';
import {
  widthRequestOfColumn,
  contentWidths,
  findEchoingColumns,
  selectColumnsWithContent,
  isDense,
  keepsOrder,
} from './columns/columnRoom.ts';
import { fitColumns } from './columns/fitted.ts';
import { HeaderCell } from './columns/HeaderCell.tsx';
import { HeadingFilter } from './filters/HeadingFilter.tsx';
import { labelOfColumn } from '../record/labels.ts';
import type { CellRenderers, CellTexts, RowAction } from '../record/listTypes.ts';
import { keyOfRow } from '../record/listTypes.ts';
import { RowName } from './RowName.tsx';
import { selectRowsByKeys } from './selection.ts';
import type { Selection } from './selection.ts';
import { listFilterableColumns } from './filters/sieve.ts';
import { totalsCells } from './totals.tsx';
import type { ListState } from './useList.ts';
import { totalsAreARow } from './pageSizes.ts';
import { useStaleRows } from './staleRows.ts';
import { useListRowMenu } from './useRowMenu.tsx';
import { useRoom } from './useRoom.ts';

/** Widths in pixels: selection box, expanding arrow, space around a row's actions. */
const BOX = 36;
const ARROW = 32;
const AROUND_ACTS = 14;

/** Accessible name of a row: the number or the name. */
function calledRow(row: object): string {
  // SAFETY: rows of lists hold texts and numbers by the names of their columns.
  const { number, name } = row as Readonly<Record<string, unknown>>;
  return [number, name].find((word): word is string => typeof word === 'string') ?? '';
}

export interface ListTableProps<T extends TableDeclaration> {
  readonly list: ListState<T>;
  readonly cells: CellRenderers<T>;
  readonly says?: CellTexts<T> | undefined;
  readonly mark?: ((row: RowOf<T>) => ReactNode) | undefined;
  readonly selection: Selection<RowOf<T>> | null;
  readonly urlOf?: ((row: RowOf<T>) => string) | undefined;
  readonly onOpen: ((row: RowOf<T>) => void) | null;
  readonly expanded: ((row: RowOf<T>) => ReactNode) | undefined;
  readonly actionsOf: ((row: RowOf<T>) => ReactNode) | null;
  /** Actions of the menu at the cursor; absent: only copying a cell. */
  readonly rowActions?: readonly RowAction<RowOf<T>>[] | undefined;
  /** Pixels needed by the widest actions of a row. */
  readonly widthOfActs: number;
  readonly rowClass?: ((row: RowOf<T>) => string) | undefined;
  readonly empty: ReactNode;
}

type ListTableColumns<T extends TableDeclaration> = NonNullable<TableProps<RowOf<T>>['columns']>;
const NO_ROWS = { rows: [], total: 0, totals: {} };
const components = {
  header: { cell: HeaderCell },
  body: { cell: BodyCell },
};

type Drawn = ArrangedColumn & {
  readonly width: number;
  /** True if the user may filter by the column. */
  readonly asks: boolean;
};

function toListTableColumn<T extends TableDeclaration>(
  props: ListTableProps<T>,
  { name, column, width, pinned, asks }: Drawn,
): ListTableColumns<T>[number] {
  const { list, cells, urlOf, onOpen } = props;
  const special = cells[name];
  const shown = (row: RowOf<T>): ReactNode =>
    special === undefined ? renderListCell(name, column, row[name], row) : special(row);
  const title = labelOfColumn(list.table, name);
  const hint = columnHint(list.table.id, name);
  return {
    key: name,
    ...(hint === undefined
      ? { title }
      : {
          title: (
            <Tooltip title={hint}>
              <span className="hinted">{title}</span>
            </Tooltip>
          ),
          showSorterTooltip: false,
        }),
    width,
    ellipsis: { showTitle: false },
    align: isFigureColumn(column) ? 'right' : 'left',
    ...(pinned ? { fixed: 'left' as const } : {}),
    sorter: column.sortable !== false && asks,
    sortOrder:
      list.sort?.column === name ? (list.sort.order === 'asc' ? 'ascend' : 'descend') : null,
    onHeaderCell: (): object => ({
      onResizeTo: (to: number) => list.setColumns(resizeColumn(list.columns, name, to)),
      hint,
      called: title,
      filter: asks ? (
        <HeadingFilter
          name={name}
          column={column}
          title={title}
          values={list.headers[name]}
          onAsk={(values) => list.setHeading(name, values)}
        />
      ) : null,
      'data-column': name,
    }),
    render: (_: unknown, row: RowOf<T>) =>
      name === list.nameColumn && (urlOf ?? onOpen) !== null && special === undefined ? (
        <>
          {props.mark?.(row)}
          <RowName row={row} urlOf={urlOf} onOpen={onOpen}>
            {shown(row)}
          </RowName>
        </>
      ) : (
        shown(row)
      ),
  };
}

const actsWidth = <T extends TableDeclaration>({
  actionsOf,
  widthOfActs,
}: ListTableProps<T>): number => (actionsOf === null ? 0 : widthOfActs + AROUND_ACTS);

function columnsOfListTable<T extends TableDeclaration>(
  props: ListTableProps<T>,
  visible: readonly Drawn[],
): ListTableColumns<T> {
  const { actionsOf } = props;
  const columns = visible.map((one) => toListTableColumn(props, one));
  if (actionsOf === null) return columns;
  return [
    ...columns,
    {
      key: 'rowActions',
      title: actsTitle(),
      width: actsWidth(props),
      fixed: 'right',
      className: 'row-actions no-print',
      render: (_: unknown, row: RowOf<T>) => actionsOf(row),
    },
  ];
}

/** Returns visible columns with positions and widths; `room`: pixels available. */
function useDrawn<T extends TableDeclaration>(
  props: ListTableProps<T>,
  room: number,
): readonly Drawn[] {
  const { list, cells, says } = props;
  const { table, data, columns: choice, nameColumn } = list;
  const own = useSettings();
  const content = useMemo(
    () => contentWidths(table, data ?? NO_ROWS, own, says ?? {}),
    [table, data, own, says],
  );
  const spared = [nameColumn, list.sort?.column, ...Object.keys(list.headers)];
  const columns = selectColumnsWithContent(
    arrangeColumns(table, choice).filter(({ visible }) => visible),
    content,
    findEchoingColumns(table, data ?? NO_ROWS),
    choice,
    spared,
  );
  const byName = new Map(columns.map((one) => [one.name, one]));
  const mayAsk = new Set(listFilterableColumns(table, own.hiddenAmounts));
  return fitColumns(
    columns.map((one) =>
      widthRequestOfColumn(table, one, content.get(one.name), {
        names: one.name === nameColumn,
        special: one.name in cells && says?.[one.name] === undefined,
      }),
    ),
    room,
    keepsOrder(table, choice),
  ).flatMap(({ name, width }) => {
    const one = byName.get(name);
    return one === undefined ? [] : [{ ...one, width, asks: mayAsk.has(name) }];
  });
}

interface BoxProps<T extends TableDeclaration> {
  readonly box: RefCallback<HTMLElement>;
  readonly list: ListState<T>;
  readonly rowActions: readonly RowAction<RowOf<T>>[] | undefined;
  readonly children: ReactNode;
}

/** Box around the rows, with the menu at the cursor: opening the menu renders no row again. */
function Box<T extends TableDeclaration>(props: BoxProps<T>): ReactNode {
  const { box, list, rowActions, children } = props;
  const stale = useStaleRows();
  const { area, drawn } = useListRowMenu(list, rowActions);
  const boxAndArea = useCallback(
    (element: HTMLElement | null) => {
      const leaveBox = box(element);
      const leaveArea = area(element);
      return () => {
        leaveBox?.();
        leaveArea?.();
      };
    },
    [box, area],
  );
  return (
    <div
      ref={boxAndArea}
      className={stale ? 'list-box stale' : 'list-box'}
      aria-busy={stale}
      data-table={list.table.id}
      tabIndex={-1}
    >
      {children}
      {drawn}
    </div>
  );
}

/** Renders a table with sticky header and totals, scrolling inside its container if necessary. */
export function ListTable<T extends TableDeclaration>(props: ListTableProps<T>): ReactNode {
  const { list, selection, expanded, actionsOf, empty } = props;
  const { table, data } = list;
  const { currency } = useSettings();
  const [room, box] = useRoom();
  const before = (selection === null ? 0 : 1) + (expanded === undefined ? 0 : 1);
  const around =
    (selection === null ? 0 : BOX) + (expanded === undefined ? 0 : ARROW) + actsWidth(props);
  const visible = useDrawn(props, room - around);
  const width = around + visible.reduce((sum, one) => sum + one.width, 0);
  return (
    <Box box={box} list={list} rowActions={props.rowActions}>
      <Grid<RowOf<T>>
        className={[
          'list-table',
          ...(totalsAreARow(list.pageSize) ? ['totals-row'] : []),
          ...(isDense(table) ? ['dense'] : []),
        ].join(' ')}
        size="middle"
        components={components}
        rowKey={(row) => keyOfRow(table, row)}
        {...(props.rowClass === undefined ? {} : { rowClassName: props.rowClass })}
        columns={columnsOfListTable(props, visible)}
        dataSource={[...(data?.rows ?? [])]}
        pagination={false}
        scroll={{ x: width }}
        tableLayout="fixed"
        showSorterTooltip={false}
        locale={{ emptyText: empty }}
        onChange={(_page, _filters, sorter) => {
          if (Array.isArray(sorter)) return;
          const { columnKey, order } = sorter;
          const to = order === 'ascend' ? 'asc' : 'desc';
          list.setSort(order ? { column: String(columnKey), order: to } : null);
        }}
        {...(selection === null
          ? {}
          : {
              rowSelection: labelledTicks<RowOf<T>>(
                {
                  columnWidth: BOX,
                  fixed: true,
                  preserveSelectedRowKeys: true,
                  selectedRowKeys: [...selection.rows.keys()],
                  onChange: (keys) =>
                    selection.change(selectRowsByKeys(list, selection.rows, keys.map(String))),
                },
                calledRow,
              ),
            })}
        {...(expanded === undefined
          ? {}
          : {
              expandable: {
                expandedRowRender: expanded,
                columnWidth: ARROW,
                fixed: 'left' as const,
                columnTitle: <span className="unseen">{t('list.more')}</span>,
              },
            })}
        summary={() =>
          data === undefined || data.total === 0
            ? null
            : totalsCells(data.totals, visible, before, actionsOf !== null, {
                own: currency,
                sums: sumsIn(table, data.rows),
              })
        }
      />
    </Box>
  );
}
