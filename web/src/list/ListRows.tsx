import type { TableDeclaration } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { usePhone } from '../app/theme/useMedia.ts';
import { Failed, RowsSkeleton } from '../record/states.tsx';
import { ListCards } from './ListCards.tsx';
import type { ListCardsProps } from './ListCards.tsx';
import { ListTable } from './ListTable.tsx';
import type { ListTableProps } from './ListTable.tsx';

interface Props<T extends TableDeclaration> extends ListTableProps<T> {
  readonly facts: ListCardsProps<T>['facts'];
  /** True: an error is shown in place of the rows. */
  readonly failed: boolean;
}

/** The rows of a list: a table, cards on a phone. */
export function ListRows<T extends TableDeclaration>(props: Props<T>): ReactNode {
  const { list, facts, expanded, failed, ...shared } = props;
  const phone = usePhone();
  if (failed && list.error !== null) return <Failed error={list.error} onRetry={list.reload} />;
  if (list.loading) return <RowsSkeleton />;
  return phone ? (
    <ListCards {...shared} list={list} facts={facts} />
  ) : (
    <ListTable {...shared} list={list} expanded={expanded} />
  );
}
