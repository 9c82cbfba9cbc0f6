import type { RowOf, Table } from '@tradehouse/contract';
import { arranged, tellsState } from '@tradehouse/contract';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../phrase/index.ts';
import { cellOf, sumsIn, totalOf } from './columns/cells.tsx';
import { filled } from './columns/columnRoom.ts';
import { labelOf } from '../record/labels.ts';
import type { Cells } from '../record/listTypes.ts';
import { keyOf } from '../record/listTypes.ts';
import type { Selection } from './selection.ts';
import { useStaleRows } from './staleRows.ts';
import type { ListState } from './useList.ts';

export interface ListCardsProps<T extends Table> {
  readonly list: ListState<T>;
  /** The columns shown below the name, before those that say how the row stands; default: the first three others. */
  readonly facts: readonly string[] | undefined;
  readonly cells: Cells<T>;
  readonly mark?: ((row: RowOf<T>) => ReactNode) | undefined;
  readonly selection: Selection<RowOf<T>> | null;
  readonly onOpen: ((row: RowOf<T>) => void) | null;
  readonly actionsOf: ((row: RowOf<T>) => ReactNode) | null;
  /** What some cards look like among the others. */
  readonly rowClass?: ((row: RowOf<T>) => string) | undefined;
  readonly empty: ReactNode;
}

const toggled = <Row,>(rows: ReadonlyMap<string, Row>, key: string, row: Row) => {
  const next = new Map(rows);
  if (!next.delete(key)) next.set(key, row);
  return next;
};

/** The sums over the whole filtered set, below the cards. */
function TotalCard<T extends Table>({ list }: { readonly list: ListState<T> }): ReactNode {
  const { table, data } = list;
  const summed = arranged(table, list.columns).filter(
    ({ visible, column }) => visible && column.sum === true,
  );
  if (data === undefined || summed.length === 0) return null;
  return (
    <li className="card card-total">
      <strong>{t('list.total')}</strong>
      <dl>
        {summed.map(({ name, column }) => (
          <div key={name}>
            <dt>{labelOf(table, name)}</dt>
            <dd>{totalOf(name, column, data.totals[name] ?? null, sumsIn(table, data.rows))}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** What stands below the names: what matters, and how the rows stand, as far as any of them says something of it. */
function factsOf<T extends Table>({ list, facts }: ListCardsProps<T>): readonly string[] {
  const { table, data, nameColumn } = list;
  const others = arranged(table, list.columns)
    .filter(({ name, visible }) => visible && name !== nameColumn)
    .map(({ name }) => name);
  const names = new Set([
    ...(facts ?? table.facts ?? others.slice(0, 3)),
    ...others.filter(tellsState),
  ]);
  return [...names].filter((name) => data?.rows.some((row) => filled(row[name])));
}

/** The rows on a phone: a card each, with the name and what matters of it. */
export function ListCards<T extends Table>(props: ListCardsProps<T>): ReactNode {
  const { list, selection, onOpen, actionsOf, empty } = props;
  const { table, data, nameColumn } = list;
  const stale = useStaleRows();
  const facts = factsOf(props);
  const shown = (row: RowOf<T>, name: string): ReactNode => {
    const column = table.columns[name];
    const special = props.cells[name];
    if (column === undefined) return null;
    if (special !== undefined) return special(row);
    return cellOf(name, column, row[name], row);
  };
  if (data?.total === 0) return <div className="list-box">{empty}</div>;
  return (
    <ul
      className={stale ? 'list-box cards stale' : 'list-box cards'}
      aria-busy={stale}
      data-table={table.id}
    >
      {(data?.rows ?? []).map((row) => {
        const key = keyOf(table, row);
        return (
          <li key={key} className={`card ${props.rowClass?.(row) ?? ''}`}>
            <div className="card-head">
              {selection === null ? null : (
                <Checkbox
                  aria-label={String(row[nameColumn] ?? '')}
                  checked={selection.rows.has(key)}
                  onChange={() => selection.change(toggled(selection.rows, key, row))}
                />
              )}
              {props.mark?.(row)}
              {onOpen === null || props.cells[nameColumn] !== undefined ? (
                <strong>{shown(row, nameColumn)}</strong>
              ) : (
                <button type="button" className="link" onClick={() => onOpen(row)}>
                  {shown(row, nameColumn)}
                </button>
              )}
              {actionsOf?.(row)}
            </div>
            <dl>
              {facts.map((name) => (
                <div key={name} data-column={name}>
                  <dt>{labelOf(table, name)}</dt>
                  <dd className={table.columns[name]?.code === true ? 'code' : undefined}>
                    {shown(row, name)}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
      <TotalCard list={list} />
    </ul>
  );
}
