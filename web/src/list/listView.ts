import { looksAtHidden } from '@tradehouse/contract';
import type { ListView, Table } from '@tradehouse/contract';
import type { FilterValues } from './filterState.ts';
import { isEmptyValue } from './filterState.ts';
import { askable } from './sieve.ts';
import type { ListState, Sort } from './useList.ts';

type Read = Pick<
  ListState<Table>,
  'applied' | 'began' | 'conditions' | 'headers' | 'sort' | 'pageSize' | 'columns'
>;

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * What a list stands at. Filters that it was left to start with are not named, so that days move on; those that were
 * emptied are null. `list.show` puts it on a list again.
 */
export function viewOf(list: Read): ListView {
  const { applied, began, conditions, headers, sort, pageSize, columns } = list;
  const names = new Set([...Object.keys(began), ...Object.keys(applied)]);
  const search = [...names].flatMap((name) => {
    const value = isEmptyValue(applied[name]) ? null : applied[name];
    return same(value, began[name] ?? null) ? [] : [[name, value] as const];
  });
  return {
    // SAFETY: what filters ask with are texts, lists of them, and flags.
    search: Object.fromEntries(search) as ListView['search'],
    ...(conditions === undefined ? {} : { conditions }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(sort === null ? {} : { sort }),
    pageSize,
    // SAFETY: what travels is not changed by anyone, though its type would allow it.
    columns: columns as NonNullable<ListView['columns']>,
  };
}

/**
 * The filters of a view, over those that the list begins with. Those that the list does not know are left out, and those
 * about amounts that are hidden.
 */
export function filtersIn(
  table: Table,
  { search }: Pick<ListView, 'search'>,
  began: FilterValues,
  hidden: readonly string[],
): FilterValues {
  const all = Object.entries({ ...began, ...search });
  return Object.fromEntries(
    all.filter(([name, value]) => {
      const filter = Object.hasOwn(table.filters, name) ? table.filters[name] : undefined;
      return filter !== undefined && !isEmptyValue(value) && !looksAtHidden(table, filter, hidden);
    }),
  );
}

/** The order of a view, where the list can be in it. */
export const sortIn = (
  table: Table,
  { sort }: Pick<ListView, 'sort'>,
  hidden: readonly string[],
): Sort | null =>
  sort !== undefined &&
  askable(table, hidden).includes(sort.column) &&
  table.columns[sort.column]?.sortable !== false
    ? sort
    : null;
