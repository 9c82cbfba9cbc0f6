import { LARGEST_PAGE } from '@tradehouse/contract';
import type { RowOf, TableDeclaration } from '@tradehouse/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readTablePage } from '../../app/net/client.ts';
import { t } from '../../phrase/index.ts';
import { isEmptyValue } from '../filters/filterState.ts';
import type { ListState } from '../useList.ts';

/** Sort order that groups two-level rows under subtotals. */
export const inGroups = { column: 'grouped', order: 'asc' } as const;

type GroupedListState<T extends TableDeclaration> = Pick<
  ListState<T>,
  'table' | 'applied' | 'conditions' | 'headers' | 'sort' | 'query' | 'data'
>;

/** Returns true for two-level rows with complete groups: the rows' sum is the group's total. */
export const hasGroups = ({
  table,
  applied: { level, second, top },
  conditions,
  headers,
}: Omit<GroupedListState<TableDeclaration>, 'sort' | 'query' | 'data'>): boolean =>
  inGroups.column in table.columns &&
  !isEmptyValue(second) &&
  second !== level &&
  isEmptyValue(top) &&
  conditions === undefined &&
  Object.keys(headers).length === 0;

export const standsInGroups = ({
  sort,
}: Pick<GroupedListState<TableDeclaration>, 'sort'>): boolean =>
  sort?.column === inGroups.column && sort.order === inGroups.order;

/** Level ids in a report's rows. */
type Grouped = Readonly<Record<'id' | 'firstId' | 'secondId', string | null>> & {
  readonly grouped: number | null;
};
// SAFETY: grouped reports have these columns.
const toGroupedRow = (row: unknown): Grouped => row as Grouped;

/** Returns true for a subtotal: only the first level is set. */
export const isSubTotal = (row: unknown): boolean => {
  const { id, secondId } = toGroupedRow(row);
  return secondId === null && id !== 'rest';
};

/** Rows in the previous order remain on screen until the requested rows arrive. */
const areInGroups = (rows: readonly unknown[]): boolean =>
  rows.every((row, at) => {
    const [before, place] = [toGroupedRow(rows[at - 1] ?? row).grouped, toGroupedRow(row).grouped];
    return place === null || (before !== null && before <= place);
  });

/** Inserts each group's subtotal above its first row on this page. */
export const withSubTotals = <Row>(
  rows: readonly Row[],
  groups: ReadonlyMap<string | null, Row>,
): readonly Row[] =>
  rows.flatMap((row, at) => {
    const { firstId } = toGroupedRow(row);
    const group =
      at > 0 && toGroupedRow(rows[at - 1]).firstId === firstId ? undefined : groups.get(firstId);
    return group === undefined ? [row] : [{ ...group, secondName: t('own.subTotal') }, row];
  });

/**
 * Adds subtotals to rows; null if not grouped. Queries the report by the first level alone, so non-additive
 * figures (rates, document counts, closing stock) are correct for the group.
 */
export function useSubTotals<T extends TableDeclaration>(
  list: GroupedListState<T>,
): ((rows: readonly RowOf<T>[]) => readonly RowOf<T>[]) | null {
  const { table, query } = list;
  const wanted = standsInGroups(list) && hasGroups(list);
  const asked = useMemo(() => {
    // SAFETY: the list wrote the search in this form.
    const { second: _, ...search } = JSON.parse(query.search ?? '{}') as Record<string, unknown>;
    const { field = '' } = query;
    return { search: JSON.stringify(search), field, currentPage: 1, pageSize: LARGEST_PAGE };
  }, [query]);
  const { data } = useQuery({
    queryKey: ['list', table.path, table.id, asked],
    queryFn: ({ signal }) => readTablePage(table, asked, { signal, silent: true }),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (!wanted || data === undefined) return null;
    const groups = new Map(data.rows.map((row) => [toGroupedRow(row).id, row]));
    return (rows) => (areInGroups(rows) ? withSubTotals(rows, groups) : rows);
  }, [wanted, data]);
}
