import { isHidden, looksAtHidden } from '@tradehouse/contract';
import type { ListView, Table } from '@tradehouse/contract';
import type { FilterValues } from './filters/filterState.ts';
import { isEmptyValue } from './filters/filterState.ts';
import { askable, readable } from './filters/sieve.ts';
import type { ListState, Sort } from './useList.ts';

type Read = Pick<
  ListState<Table>,
  'applied' | 'began' | 'conditions' | 'headers' | 'sort' | 'pageSize' | 'ownPageSize' | 'columns'
>;

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * What a list stands at. Filters that it was left to start with are not named, so that days move on; those that were
 * emptied are null. `list.show` puts it on a list again.
 */
export function viewOf(list: Read): ListView {
  const { applied, began, conditions, headers, sort, pageSize, ownPageSize, columns } = list;
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
    // A page that fills one screen fills the next, too.
    ...(pageSize === ownPageSize ? {} : { pageSize }),
    // SAFETY: what travels is not changed by anyone, though its type would allow it.
    columns: columns as NonNullable<ListView['columns']>,
  };
}

/** Whether a filter may be asked with a value: the list has it, and nothing of it is hidden. */
function mayAsk(table: Table, name: string, value: unknown, hidden: readonly string[]): boolean {
  const filter = Object.hasOwn(table.filters, name) ? table.filters[name] : undefined;
  if (filter === undefined || looksAtHidden(table, filter, hidden)) return false;
  return filter.ofColumns !== true || !isHidden(table.columns[String(value)], hidden);
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
  const asked = Object.entries(search).filter(([name, value]) =>
    mayAsk(table, name, value, hidden),
  );
  const all = Object.entries({ ...began, ...Object.fromEntries(asked) });
  return Object.fromEntries(
    all.filter(([name, value]) => !isEmptyValue(value) && mayAsk(table, name, value, hidden)),
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

/** What of a view its reader can be shown, and the names of the filters and columns that it asks by beyond that. */
export interface ReadableView {
  readonly view: ListView;
  readonly lacks: readonly string[];
}

/** A view without what it asks by columns and filters that are hidden from its reader, or no longer there. */
export function readableView(
  table: Table,
  view: ListView,
  hidden: readonly string[],
): ReadableView {
  const { search, conditions, headers, sort, ...looks } = view;
  const order = sortIn(table, view, hidden);
  const columns = new Set(askable(table, hidden));
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
      ...readable(table, view, hidden),
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
