import type { Table } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { usePhone } from '../app/theme/useMedia.ts';
import { Failed, RowsSkeleton } from '../record/states.tsx';
import { arranged } from './columnChoice.ts';
import { ListCards } from './ListCards.tsx';
import type { ListCardsProps } from './ListCards.tsx';
import { ListTable } from './ListTable.tsx';
import type { ListTableProps } from './ListTable.tsx';

interface Props<T extends Table> extends Omit<ListTableProps<T>, 'nameColumn'> {
  /** The column that names a row; default: the first that is shown. */
  readonly nameColumn: string | undefined;
  readonly facts: ListCardsProps<T>['facts'];
  /** The rows can't be shown; what is wrong stands in their place. */
  readonly failed: boolean;
}

/** The rows of a list: a table, cards on a phone. */
export function ListRows<T extends Table>(props: Props<T>): ReactNode {
  const { list, facts, expanded, failed, ...shared } = props;
  const phone = usePhone();
  const { table, columns, error } = list;
  const nameColumn =
    props.nameColumn ?? arranged(table, columns).find(({ visible }) => visible)?.name ?? '';
  if (failed && error !== null) return <Failed error={error} onRetry={list.reload} />;
  if (list.loading) return <RowsSkeleton />;
  return phone ? (
    <ListCards {...shared} list={list} nameColumn={nameColumn} facts={facts} />
  ) : (
    <ListTable {...shared} list={list} nameColumn={nameColumn} expanded={expanded} />
  );
}
