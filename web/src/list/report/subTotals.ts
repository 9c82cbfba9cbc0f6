import { LARGEST_PAGE } from '@tradehouse/contract';
import type { RowOf, Table } from '@tradehouse/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readTable } from '../../app/net/client.ts';
import { t } from '../../phrase/index.ts';
import { isEmptyValue } from '../filters/filterState.ts';
import type { ListState } from '../useList.ts';

/** The order in which rows by two stand in groups, each headed by what it comes to. */
export const inGroups = { column: 'grouped', order: 'asc' } as const;

type Read<T extends Table> = Pick<
  ListState<T>,
  'table' | 'applied' | 'conditions' | 'headers' | 'sort' | 'query' | 'data'
>;

/** Rows are by two, and all rows of a group are among them: what the group comes to is what they come to. */
export const hasGroups = ({
  table,
  applied: { level, second, top },
  conditions,
  headers,
}: Omit<Read<Table>, 'sort' | 'query' | 'data'>): boolean =>
  inGroups.column in table.columns &&
  !isEmptyValue(second) &&
  second !== level &&
  isEmptyValue(top) &&
  conditions === undefined &&
  Object.keys(headers).length === 0;

export const standsInGroups = ({ sort }: Pick<Read<Table>, 'sort'>): boolean =>
  sort?.column === inGroups.column && sort.order === inGroups.order;

/** What the rows of a report say of what they are by. */
type Grouped = Readonly<Record<'id' | 'firstId' | 'secondId', string | null>> & {
  readonly grouped: number | null;
};
// SAFETY: reports whose rows stand in groups have these columns.
const saidOf = (row: unknown): Grouped => row as Grouped;

/** A row that says what the group below it comes to: it is one by the first alone. */
export const isSubTotal = (row: unknown): boolean => {
  const { id, secondId } = saidOf(row);
  return secondId === null && id !== 'rest';
};

/** Rows of another order stay on the screen until those that are asked for are there. */
const areInGroups = (rows: readonly unknown[]): boolean =>
  rows.every((row, at) => {
    const [before, place] = [saidOf(rows[at - 1] ?? row).grouped, saidOf(row).grouped];
    return place === null || (before !== null && before <= place);
  });

/** Rows in groups, and above each group's first on this page the one that says what the group comes to. */
export const withSubTotals = <Row>(
  rows: readonly Row[],
  groups: ReadonlyMap<string | null, Row>,
): readonly Row[] =>
  rows.flatMap((row, at) => {
    const { firstId } = saidOf(row);
    const group =
      at > 0 && saidOf(rows[at - 1]).firstId === firstId ? undefined : groups.get(firstId);
    return group === undefined ? [row] : [{ ...group, secondName: t('own.subTotal') }, row];
  });

/**
 * What heads the groups of a report, as a change of its rows; null where they do not stand in groups. It asks the same report by
 * the first of the two alone, so figures that do not add up (rates, documents, what lay there in the end) are those of the group.
 */
export function useSubTotals<T extends Table>(
  list: Read<T>,
): ((rows: readonly RowOf<T>[]) => readonly RowOf<T>[]) | null {
  const { table, query } = list;
  const wanted = standsInGroups(list) && hasGroups(list);
  const asked = useMemo(() => {
    // SAFETY: the list wrote it as this.
    const { second: _, ...search } = JSON.parse(query.search ?? '{}') as Record<string, unknown>;
    const { field = '' } = query;
    return { search: JSON.stringify(search), field, currentPage: 1, pageSize: LARGEST_PAGE };
  }, [query]);
  const { data } = useQuery({
    queryKey: ['list', table.path, table.id, asked],
    queryFn: ({ signal }) => readTable(table, asked, { signal, silent: true }),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (!wanted || data === undefined) return null;
    const groups = new Map(data.rows.map((row) => [saidOf(row).id, row]));
    return (rows) => (areInGroups(rows) ? withSubTotals(rows, groups) : rows);
  }, [wanted, data]);
}
