import type { TableDeclaration } from '@tradehouse/contract';
import { isKeyOf } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Empty } from 'antd';
import type { ReactNode } from 'react';
import { readTablePage } from '../app/net/client.ts';
import { t } from '../phrase/index.ts';
import type { FilterValues } from './filters/filterState.ts';
import { searchText, withoutDateFilters } from './filters/filterState.ts';
import type { ListState } from './useList.ts';

/** Returns the row count over all dates; undefined until known, or if the list covers all dates. */
function useOlder<T extends TableDeclaration>({
  table,
  undated,
}: ListState<T>): number | undefined {
  const { data } = useQuery({
    queryKey: ['list', table.path, table.id, 'undated', undated],
    queryFn: ({ signal }) => readTablePage(table, undated ?? {}, { signal, silent: true }),
    enabled: undated !== null,
  });
  return undated === null ? undefined : data?.total;
}

/** Phrases of empty lists of debts, by table: no debts are good news, and no search without a result. */
const noDebts = {
  receivableAgeing: 'list.nobodyOwes',
  customerStatement: 'list.nobodyOwes',
  payableAgeing: 'list.nothingOwed',
  supplierStatement: 'list.nothingOwed',
} as const;

/** Returns the phrase of an empty list filtered by debts in force alone, otherwise undefined. */
function phraseOfNoDebts<T extends TableDeclaration>(list: ListState<T>) {
  const { table, applied, chosen, conditions, headers } = list;
  const { hasLastDebt, inForce: _, ...others } = withoutDateFilters(table, applied);
  const more = { ...others, ...headers, conditions };
  if (hasLastDebt === true) return searchText(more) === undefined ? 'list.allSettled' : undefined;
  return !chosen && isKeyOf(noDebts, table.id) ? noDebts[table.id] : undefined;
}

/** Returns true if a filter hides rows: any with a value, neither required nor on dates. */
const hidesRows = ({ filters }: TableDeclaration, values: FilterValues): boolean =>
  Object.keys(values).some((name) => {
    const filter = filters[name];
    return filter?.required !== true && !['day', 'dates'].includes(filter?.control ?? '');
  });

/**
 * Explains an empty list and offers the next step. "Nothing matches" is shown only after the user filters:
 * with default and required filters the list is empty so far. Rows outside the default dates are reported,
 * because after an import they would seem lost. A list with a default filter, like locked stock, offers all
 * rows.
 */
export function EmptyList<T extends TableDeclaration>({
  list,
  hint,
  children,
}: {
  readonly list: ListState<T>;
  /** The purpose of the list, and the next step. */
  readonly hint?: string | undefined;
  /** Button that creates the first record in an empty list. */
  readonly children?: ReactNode;
}): ReactNode {
  const { table, applied, narrowed, sifted, chosen, reset, clear, allDates } = list;
  const older = useOlder(list) ?? 0;
  if (older > 0)
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('list.noneInDates', { n: older })}>
        <Button type="primary" onClick={allDates}>
          {t('list.allDates')}
        </Button>
      </Empty>
    );
  const noDebt = phraseOfNoDebts(list);
  const none = t(chosen || sifted ? 'list.noneFound' : 'list.none');
  const why = noDebt === undefined ? ((chosen ? undefined : hint) ?? none) : t(noDebt);
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={why}>
      {narrowed ? (
        <Button onClick={reset}>{t('act.reset')}</Button>
      ) : hidesRows(table, applied) ? (
        <Button onClick={clear}>{t('list.showAll')}</Button>
      ) : (
        children
      )}
    </Empty>
  );
}
