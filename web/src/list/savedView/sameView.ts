import { viewFilters } from '@tradehouse/contract';
import type { ListView, TableDeclaration } from '@tradehouse/contract';

/** Sorts keys, so that equal values have equal text. */
function sortObjectKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortObjectKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, sortObjectKeys(part)]),
  );
}

/**
 * Returns true if a list is in a view's state on a day, apart from parts left open.
 *
 * @param hidden amounts hidden from the user
 */
export function standsAt(
  table: TableDeclaration,
  list: ListView,
  view: ListView,
  { today, hidden }: { readonly today: string; readonly hidden: readonly string[] },
): boolean {
  const asked = (one: ListView) => ({
    filters: viewFilters(table, one, today, hidden),
    conditions: one.conditions,
    headers: one.headers,
    sort: one.sort,
  });
  const looks = ({ pageSize, columns, chart }: ListView) => ({
    ...(view.pageSize === undefined ? {} : { pageSize }),
    ...(view.columns === undefined ? {} : { columns }),
    ...(view.chart === undefined ? {} : { chart }),
  });
  const text = (one: ListView): string =>
    JSON.stringify(sortObjectKeys({ ...asked(one), ...looks(one) }));
  return text(list) === text(view);
}
