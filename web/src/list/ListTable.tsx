import type { RowOf, Table } from '@tradehouse/contract';
import type { TableProps } from 'antd';
import { Table as Grid, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useSettings } from '../app/settings/settings.ts';
import { t } from '../phrase/index.ts';
import type { ArrangedColumn } from './columnChoice.ts';
import { arranged, isNumber, resized } from './columnChoice.ts';
import { BodyCell } from './BodyCell.tsx';
import { cellOf } from './cells.tsx';
import { columnHint } from './columnHints.ts';
import { HeaderCell } from './HeaderCell.tsx';
import { labelOf, titleWidth } from '../record/labels.ts';
import type { Cells } from '../record/listTypes.ts';
import { keyOf } from '../record/listTypes.ts';
import { totalsCells } from './totals.tsx';
import type { ListState } from './useList.ts';
import { totalsAreARow } from './useList.ts';

/** Widths in pixels of the selection box, the arrow that opens a row, and the edge the row's acts hang on. */
const BOX = 44;
const ARROW = 36;
const ACTS = 8;

export interface Selection<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  readonly change: (rows: ReadonlyMap<string, Row>) => void;
}

export interface ListTableProps<T extends Table> {
  readonly list: ListState<T>;
  readonly nameColumn: string;
  readonly cells: Cells<T>;
  readonly selection: Selection<RowOf<T>> | null;
  readonly onOpen: ((row: RowOf<T>) => void) | null;
  readonly expanded: ((row: RowOf<T>) => ReactNode) | undefined;
  readonly actionsOf: ((row: RowOf<T>) => ReactNode) | null;
  readonly empty: ReactNode;
}

type Columns<T extends Table> = NonNullable<TableProps<RowOf<T>>['columns']>;
const components = {
  header: { cell: HeaderCell },
  body: { cell: BodyCell },
} as NonNullable<TableProps['components']>;

/** Where a column stays while the others scroll: a pinned one at the left; the state, where it ends the row, at the right. */
const fixedAt = (
  { name, pinned }: ArrangedColumn,
  last: boolean,
): { readonly fixed?: 'left' | 'right' } => {
  if (pinned) return { fixed: 'left' };
  return last && name === 'status' ? { fixed: 'right' } : {};
};

function columnOf<T extends Table>(
  props: ListTableProps<T>,
  one: ArrangedColumn,
  last: boolean,
): Columns<T>[number] {
  const { list, cells, nameColumn, onOpen } = props;
  const { name, column, width } = one;
  const special = cells[name as keyof T['columns']];
  const shown = (row: RowOf<T>): ReactNode =>
    special === undefined
      ? cellOf(name, column, (row as Readonly<Record<string, unknown>>)[name], row)
      : special(row);
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
    ...fixedAt(one, last),
    sorter: column.sortable !== false,
    sortOrder:
      list.sort?.column === name ? (list.sort.order === 'asc' ? 'ascend' : 'descend') : null,
    onHeaderCell: () =>
      ({
        onResizeTo: (to: number) => list.setColumns(resized(list.columns, name, to)),
        hint,
      }) as object,
    render: (_: unknown, row: RowOf<T>) =>
      name === nameColumn && onOpen !== null && special === undefined ? (
        <button type="button" className="link" onClick={() => onOpen(row)}>
          {shown(row)}
        </button>
      ) : (
        shown(row)
      ),
  };
}

function columnsOf<T extends Table>(
  props: ListTableProps<T>,
  visible: readonly ArrangedColumn[],
): Columns<T> {
  const { actionsOf } = props;
  const columns = visible.map((one, at) => columnOf(props, one, at === visible.length - 1));
  if (actionsOf === null) return columns;
  return [
    ...columns,
    {
      key: 'rowActions',
      title: <span className="unseen">{t('act.actions')}</span>,
      width: ACTS,
      fixed: 'right',
      className: 'row-actions no-print',
      render: (_: unknown, row: RowOf<T>) => actionsOf(row),
    },
  ];
}

/** The selected rows as this page shows them now; those of other pages stay as they were selected. */
export function chosen<T extends Table>(
  { table, data }: ListState<T>,
  before: ReadonlyMap<string, RowOf<T>>,
  keys: readonly string[],
): ReadonlyMap<string, RowOf<T>> {
  const here = new Map((data?.rows ?? []).map((row) => [keyOf(table, row), row]));
  const pairs = keys.flatMap((key): [string, RowOf<T>][] => {
    const row = here.get(key) ?? before.get(key);
    return row === undefined ? [] : [[key, row]];
  });
  return new Map(pairs);
}

/** The rows as a table whose header and totals stay in view; it scrolls in its own box and measures nothing. */
export function ListTable<T extends Table>(props: ListTableProps<T>): ReactNode {
  const { list, selection, expanded, actionsOf, empty } = props;
  const { table, data } = list;
  const { currency } = useSettings();
  const visible = arranged(table, list.columns, (name) => titleWidth(labelOf(table, name))).filter(
    (one) => one.visible,
  );
  const before = (selection === null ? 0 : 1) + (expanded === undefined ? 0 : 1);
  const width =
    visible.reduce((sum, one) => sum + one.width, 0) +
    (selection === null ? 0 : BOX) +
    (expanded === undefined ? 0 : ARROW) +
    (actionsOf === null ? 0 : ACTS);
  return (
    <div className={list.stale ? 'list-box stale' : 'list-box'} aria-busy={list.stale}>
      <Grid<RowOf<T>>
        className={totalsAreARow(list.pageSize) ? 'list-table totals-row' : 'list-table'}
        size="middle"
        components={components}
        rowKey={(row) => keyOf(table, row)}
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
              rowSelection: {
                columnWidth: BOX,
                fixed: true,
                preserveSelectedRowKeys: true,
                selectedRowKeys: [...selection.rows.keys()],
                onChange: (keys) =>
                  selection.change(chosen(list, selection.rows, keys.map(String))),
              },
            })}
        {...(expanded === undefined
          ? {}
          : {
              expandable: {
                expandedRowRender: expanded,
                columnWidth: ARROW,
                columnTitle: <span className="unseen">{t('list.more')}</span>,
              },
            })}
        summary={() =>
          data === undefined || data.total === 0
            ? null
            : totalsCells(data.totals, visible, before, actionsOf !== null, currency)
        }
      />
    </div>
  );
}
