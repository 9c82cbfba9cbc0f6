import { isHiddenColumn, looksAtHidden } from '@tradehouse/contract';
import type { ListView, TableDeclaration } from '@tradehouse/contract';
import type { FilterValues } from './filters/filterState.ts';
import { isEmptyValue } from './filters/filterState.ts';
import { listFilterableColumns, dropUnavailableFilters } from './filters/sieve.ts';
import type { ListState, Sort } from './useList.ts';

type ViewedListState = Pick<
  ListState<TableDeclaration>,
  'applied' | 'began' | 'conditions' | 'headers' | 'sort' | 'pageSize' | 'ownPageSize' | 'columns'
>;

const isSameViewValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns a list's state for `list.show`. Default filters are omitted, so that dates move on; emptied
 * filters are null.
 */
export function viewFromList(list: ViewedListState): ListView {
  const { applied, began, conditions, headers, sort, pageSize, ownPageSize, columns } = list;
  const names = new Set([...Object.keys(began), ...Object.keys(applied)]);
  const search = [...names].flatMap((name) => {
    const value = isEmptyValue(applied[name]) ? null : applied[name];
    return isSameViewValue(value, began[name] ?? null) ? [] : [[name, value] as const];
  });
  return {
    // SAFETY: filter values are texts, lists of texts, and flags.
    search: Object.fromEntries(search) as ListView['search'],
    ...(conditions === undefined ? {} : { conditions }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(sort === null ? {} : { sort }),
    // A page size that fills one screen adapts to the next screen, too.
    ...(pageSize === ownPageSize ? {} : { pageSize }),
    // SAFETY: values in transit never change, although the type allows changes.
    columns: columns as NonNullable<ListView['columns']>,
  };
}

/** Returns true if the list has the filter and nothing in the value is hidden. */
function mayAsk(
  table: TableDeclaration,
  name: string,
  value: unknown,
  hidden: readonly string[],
): boolean {
  const filter = Object.hasOwn(table.filters, name) ? table.filters[name] : undefined;
  if (filter === undefined || looksAtHidden(table, filter, hidden)) return false;
  return filter.ofColumns !== true || !isHiddenColumn(table.columns[String(value)], hidden);
}

/**
 * Returns a view's filters over the list's defaults, without unknown filters and filters on hidden amounts.
 */
export function filtersIn(
  table: TableDeclaration,
  { search }: Pick<ListView, 'search'>,
  began: FilterValues,
  hidden: readonly string[],
): FilterValues {
  const asked = Object.entries(search).filter(([name, value]) =>
    mayAsk(table, name, value, hidden),
  );
  const all = Object.entries({ ...began, ...Object.fromEntries(asked) });
  return Object.fromEntries(
    all.filter(([name, value]) => !isEmptyValue(value) && mayAsk(table, name, value, hidden)),
  );
}

/** Returns a view's sort order if possible for the list. */
export const sortIn = (
  table: TableDeclaration,
  { sort }: Pick<ListView, 'sort'>,
  hidden: readonly string[],
): Sort | null =>
  sort !== undefined &&
  listFilterableColumns(table, hidden).includes(sort.column) &&
  table.columns[sort.column]?.sortable !== false
    ? sort
    : null;

/** View's readable part, and the names of unreadable filters and columns. */
export interface ReadableView {
  readonly view: ListView;
  readonly lacks: readonly string[];
}

/** Removes hidden or missing columns and filters from a view. */
export function readableView(
  table: TableDeclaration,
  view: ListView,
  hidden: readonly string[],
): ReadableView {
  const { search, conditions, headers, sort, ...looks } = view;
  const order = sortIn(table, view, hidden);
  const columns = new Set(listFilterableColumns(table, hidden));
  const asked = [
    ...Object.keys(headers ?? {}),
    ...(conditions?.rows ?? []).map((row) => row.field),
  ];
  return {
    view: {
      ...looks,
      search: Object.fromEntries(
        Object.entries(search).filter(([name, value]) => mayAsk(table, name, value, hidden)),
      ),
      ...dropUnavailableFilters(table, view, hidden),
      ...(order === null ? {} : { sort: order }),
    },
    lacks: [
      ...new Set([
        ...Object.entries(search).flatMap(([name, value]) =>
          isEmptyValue(value) || mayAsk(table, name, value, hidden) ? [] : [name],
        ),
        ...asked.filter((name) => !columns.has(name)),
        ...(sort === undefined || order !== null ? [] : [sort.column]),
      ]),
    ],
  };
}
