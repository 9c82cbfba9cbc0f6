import type { Table } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Empty } from 'antd';
import type { ReactNode } from 'react';
import { readTable } from '../app/net/client.ts';
import { t } from '../phrase/index.ts';
import type { ListState } from './useList.ts';

/** How many rows there are of all dates; undefined until it is known, and where the list asks for all dates already. */
function useOlder<T extends Table>({ table, undated }: ListState<T>): number | undefined {
  const { data } = useQuery({
    queryKey: ['list', table.path, table.id, 'undated', undated],
    queryFn: ({ signal }) => readTable(table, undated ?? {}, { signal, silent: true }),
    enabled: undated !== null,
  });
  return undated === null ? undefined : data?.total;
}

/**
 * Nothing is here: why, and the next step. Only who asked for something hears that nothing matches it: a list with what it
 * starts with, or needs, has nothing yet. What lies outside the dates that a list starts with is told of, since who
 * has just brought their books along would take it for lost.
 */
export function EmptyList<T extends Table>({
  list,
  children,
}: {
  readonly list: ListState<T>;
  /** What makes the first one, where there is nothing at all. */
  readonly children?: ReactNode;
}): ReactNode {
  const { narrowed, sifted, chosen, reset, allDates } = list;
  const older = useOlder(list) ?? 0;
  if (older > 0)
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('list.noneInDates', { n: older })}>
        <Button type="primary" onClick={allDates}>
          {t('list.allDates')}
        </Button>
      </Empty>
    );
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={t(chosen ? 'list.noneFound' : sifted ? 'list.noneYet' : 'list.none')}
    >
      {narrowed ? <Button onClick={reset}>{t('act.reset')}</Button> : children}
    </Empty>
  );
}
