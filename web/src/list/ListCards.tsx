import type { RowOf, TableDeclaration } from '@tradehouse/contract';
import { arrangeColumns, tellsState } from '@tradehouse/contract';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../phrase/index.ts';
import { renderListCell, sumsIn, renderTotalCell } from './columns/cells.tsx';
import { hasCellContent, isInformative } from './columns/columnRoom.ts';
import { labelOfColumn } from '../record/labels.ts';
import type { CellRenderers, RowAction } from '../record/listTypes.ts';
import { keyOfRow } from '../record/listTypes.ts';
import { RowName } from './RowName.tsx';
import type { Selection } from './selection.ts';
import { useStaleRows } from './staleRows.ts';
import type { ListState } from './useList.ts';
import { useListRowMenu } from './useRowMenu.tsx';

export interface ListCardsProps<T extends TableDeclaration> {
  readonly list: ListState<T>;
  /** Columns below the name, before the status columns; default: the first three. */
  readonly facts: readonly string[] | undefined;
  readonly cells: CellRenderers<T>;
  readonly mark?: ((row: RowOf<T>) => ReactNode) | undefined;
  readonly selection: Selection<RowOf<T>> | null;
  readonly urlOf?: ((row: RowOf<T>) => string) | undefined;
  readonly onOpen: ((row: RowOf<T>) => void) | null;
  readonly actionsOf: ((row: RowOf<T>) => ReactNode) | null;
  readonly rowActions?: readonly RowAction<RowOf<T>>[] | undefined;
  readonly rowClass?: ((row: RowOf<T>) => string) | undefined;
  readonly empty: ReactNode;
}

const toggleSelectedRow = <Row,>(rows: ReadonlyMap<string, Row>, key: string, row: Row) => {
  const next = new Map(rows);
  if (!next.delete(key)) next.set(key, row);
  return next;
};

/** The sums over the whole filtered set, below the cards. */
function TotalCard<T extends TableDeclaration>({
  list,
}: {
  readonly list: ListState<T>;
}): ReactNode {
  const { table, data } = list;
  const summed = arrangeColumns(table, list.columns).filter(
    ({ name, visible, column }) =>
      visible &&
      column.sum === true &&
      (column.zeroIsNone !== true || isInformative(column, data?.totals[name])),
  );
  if (data === undefined || summed.length === 0) return null;
  return (
    <li className="card card-total">
      <strong>{t('list.total')}</strong>
      <dl>
        {summed.map(({ name, column }) => (
          <div key={name}>
            <dt>{labelOfColumn(table, name)}</dt>
            <dd>
              {renderTotalCell(name, column, data.totals[name] ?? null, sumsIn(table, data.rows))}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** Returns the important and the status columns, without columns empty in all rows. */
function factsOfListCards<T extends TableDeclaration>({
  list,
  facts,
}: ListCardsProps<T>): readonly string[] {
  const { table, data, nameColumn } = list;
  const others = arrangeColumns(table, list.columns)
    .filter(({ name, visible }) => visible && name !== nameColumn)
    .map(({ name }) => name);
  const names = new Set([
    ...(facts ?? table.facts ?? others.slice(0, 3)),
    ...others.filter(tellsState),
  ]);
  const saysSomething = (name: string) => (row: RowOf<T>) => {
    const column = table.columns[name];
    return column === undefined ? hasCellContent(row[name]) : isInformative(column, row[name]);
  };
  return [...names].filter((name) => data?.rows.some(saysSomething(name)));
}

/** Renders rows on a phone: a card each, with the name and important facts. */
export function ListCards<T extends TableDeclaration>(props: ListCardsProps<T>): ReactNode {
  const { list, selection, urlOf, onOpen, actionsOf, empty } = props;
  const { table, data, nameColumn } = list;
  const stale = useStaleRows();
  const facts = factsOfListCards(props);
  const { area, drawn } = useListRowMenu(list, props.rowActions);
  const shown = (row: RowOf<T>, name: string): ReactNode => {
    const column = table.columns[name];
    const special = props.cells[name];
    if (column === undefined) return null;
    if (special !== undefined) return special(row);
    return renderListCell(name, column, row[name], row);
  };
  if (data?.total === 0) return <div className="list-box">{empty}</div>;
  return (
    <ul
      ref={area}
      className={[
        'list-box cards',
        stale ? 'stale' : '',
        table.statement === true ? 'statement' : '',
      ]
        .filter(Boolean)
        .join(' ')}
      aria-busy={stale}
      data-table={table.id}
      tabIndex={-1}
    >
      {table.statement === true ? (
        <li className="card-titles" aria-hidden>
          {facts.map((name) => (
            <span key={name}>{labelOfColumn(table, name)}</span>
          ))}
        </li>
      ) : null}
      {(data?.rows ?? []).map((row) => {
        const key = keyOfRow(table, row);
        return (
          <li key={key} data-row-key={key} className={`card ${props.rowClass?.(row) ?? ''}`}>
            <div className="card-head">
              {selection === null ? null : (
                <Checkbox
                  aria-label={String(row[nameColumn] ?? '')}
                  checked={selection.rows.has(key)}
                  onChange={() => selection.change(toggleSelectedRow(selection.rows, key, row))}
                />
              )}
              {props.mark?.(row)}
              {props.cells[nameColumn] === undefined ? (
                <RowName row={row} urlOf={urlOf} onOpen={onOpen}>
                  {shown(row, nameColumn)}
                </RowName>
              ) : (
                <strong>{shown(row, nameColumn)}</strong>
              )}
              {actionsOf?.(row)}
            </div>
            <dl>
              {facts.map((name) => (
                <div key={name} data-column={name}>
                  <dt>{labelOfColumn(table, name)}</dt>
                  <dd>{shown(row, name)}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
      <TotalCard list={list} />
      {drawn}
    </ul>
  );
}
