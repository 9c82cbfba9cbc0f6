import type { ArrangedColumn, RowOf, Table } from '@tradehouse/contract';
import { arranged } from '@tradehouse/contract';
import type { TableProps } from 'antd';
import { Table as Grid, Tooltip } from 'antd';
import type { ReactNode, Ref } from 'react';
import { useMemo } from 'react';
import { useSettings } from '../app/settings/settings.ts';
import { t } from '../phrase/index.ts';
import { isNumber, resized } from './columns/columnChoice.ts';
import { BodyCell } from './columns/BodyCell.tsx';
import { labelledTicks } from '../control/tickLabels.ts';
import { cellOf, sumsIn } from './columns/cells.tsx';
import { columnHint } from './columns/columnHints.ts';
import { askingOf, contentWidths, echoing, holding, keepsOrder } from './columns/columnRoom.ts';
import { fitted } from './columns/fitted.ts';
import { HeaderCell } from './columns/HeaderCell.tsx';
import { HeadingFilter } from './filters/HeadingFilter.tsx';
import { labelOf } from '../record/labels.ts';
import type { Cells, Says } from '../record/listTypes.ts';
import { keyOf } from '../record/listTypes.ts';
import { chosen } from './selection.ts';
import type { Selection } from './selection.ts';
import { askable } from './filters/sieve.ts';
import { totalsCells } from './totals.tsx';
import type { ListState } from './useList.ts';
import { totalsAreARow } from './pageSizes.ts';
import { useStaleRows } from './staleRows.ts';
import { useRoom } from './useRoom.ts';

/** Widths in pixels of the selection box, the arrow that opens a row, one act of a row and what is around its acts. */
const BOX = 36;
const ARROW = 32;
const ACT = 26;
const AROUND_ACTS = 14;

/** Name of a row when it is read out: its number or its name. */
function calledRow(row: object): string {
  // SAFETY: rows of lists hold texts and numbers by the names of their columns.
  const { number, name } = row as Readonly<Record<string, unknown>>;
  return [number, name].find((word): word is string => typeof word === 'string') ?? '';
}

export interface ListTableProps<T extends Table> {
  readonly list: ListState<T>;
  readonly cells: Cells<T>;
  readonly says?: Says<T> | undefined;
  readonly mark?: ((row: RowOf<T>) => ReactNode) | undefined;
  readonly selection: Selection<RowOf<T>> | null;
  readonly onOpen: ((row: RowOf<T>) => void) | null;
  readonly expanded: ((row: RowOf<T>) => ReactNode) | undefined;
  readonly actionsOf: ((row: RowOf<T>) => ReactNode) | null;
  /** How many buttons a row's acts take at most. */
  readonly mostActs: number;
  /** What some rows look like among the others. */
  readonly rowClass?: ((row: RowOf<T>) => string) | undefined;
  readonly empty: ReactNode;
}

type Columns<T extends Table> = NonNullable<TableProps<RowOf<T>>['columns']>;
const NO_ROWS = { rows: [], total: 0, totals: {} };
const components = {
  header: { cell: HeaderCell },
  body: { cell: BodyCell },
};

/** A column as it is drawn. */
type Drawn = ArrangedColumn & {
  readonly width: number;
  /** The one who looks may ask for some of its values. */
  readonly asks: boolean;
};

function columnOf<T extends Table>(
  props: ListTableProps<T>,
  { name, column, width, pinned, asks }: Drawn,
): Columns<T>[number] {
  const { list, cells, onOpen } = props;
  const special = cells[name];
  const shown = (row: RowOf<T>): ReactNode =>
    special === undefined ? cellOf(name, column, row[name], row) : special(row);
  const title = labelOf(list.table, name);
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
    align: isNumber(column) ? 'right' : 'left',
    ...(pinned ? { fixed: 'left' as const } : {}),
    sorter: column.sortable !== false && asks,
    sortOrder:
      list.sort?.column === name ? (list.sort.order === 'asc' ? 'ascend' : 'descend') : null,
    onHeaderCell: (): object => ({
      onResizeTo: (to: number) => list.setColumns(resized(list.columns, name, to)),
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
      name === list.nameColumn && onOpen !== null && special === undefined ? (
        <>
          {props.mark?.(row)}
          <button type="button" className="link" onClick={() => onOpen(row)}>
            {shown(row)}
          </button>
        </>
      ) : (
        shown(row)
      ),
  };
}

const actsWidth = <T extends Table>({ actionsOf, mostActs }: ListTableProps<T>): number =>
  actionsOf === null ? 0 : mostActs * ACT + AROUND_ACTS;

function columnsOf<T extends Table>(
  props: ListTableProps<T>,
  visible: readonly Drawn[],
): Columns<T> {
  const { actionsOf } = props;
  const columns = visible.map((one) => columnOf(props, one));
  if (actionsOf === null) return columns;
  return [
    ...columns,
    {
      key: 'rowActions',
      title: <span className="unseen">{t('act.actions')}</span>,
      width: actsWidth(props),
      fixed: 'right',
      className: 'row-actions no-print',
      render: (_: unknown, row: RowOf<T>) => actionsOf(row),
    },
  ];
}

/** The columns to be seen, in their places and widths; `room`: what is left for them. */
function useDrawn<T extends Table>(props: ListTableProps<T>, room: number): readonly Drawn[] {
  const { list, cells, says } = props;
  const { table, data, columns: choice, nameColumn } = list;
  const own = useSettings();
  const content = useMemo(
    () => contentWidths(table, data ?? NO_ROWS, own, says ?? {}),
    [table, data, own, says],
  );
  const spared = [nameColumn, list.sort?.column, ...Object.keys(list.headers)];
  const columns = holding(
    arranged(table, choice).filter(({ visible }) => visible),
    content,
    echoing(table, data ?? NO_ROWS),
    choice,
    spared,
  );
  const byName = new Map(columns.map((one) => [one.name, one]));
  const mayAsk = new Set(askable(table, own.hiddenAmounts));
  return fitted(
    columns.map((one) =>
      askingOf(table, one, content.get(one.name), {
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

interface BoxProps {
  readonly box: Ref<HTMLDivElement>;
  readonly table: Table;
  readonly children: ReactNode;
}

/** What the table stands in, and scrolls in. */
function Box({ box, table, children }: BoxProps): ReactNode {
  const stale = useStaleRows();
  return (
    <div
      ref={box}
      className={stale ? 'list-box stale' : 'list-box'}
      aria-busy={stale}
      data-table={table.id}
    >
      {children}
    </div>
  );
}

/** The rows as a table whose header and totals stay in view; it fills its own box, and scrolls in it where it must. */
export function ListTable<T extends Table>(props: ListTableProps<T>): ReactNode {
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
    <Box box={box} table={table}>
      <Grid<RowOf<T>>
        className={totalsAreARow(list.pageSize) ? 'list-table totals-row' : 'list-table'}
        size="middle"
        components={components}
        rowKey={(row) => keyOf(table, row)}
        {...(props.rowClass === undefined ? {} : { rowClassName: props.rowClass })}
        columns={columnsOf(props, visible)}
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
                    selection.change(chosen(list, selection.rows, keys.map(String))),
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
