import { viewFilters } from '@tradehouse/contract';
import type { ListView, Table } from '@tradehouse/contract';

/** Text of a value whose keys stand in one order, as two that say the same have it. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, ordered(part)]),
  );
}

/**
 * Does a list stand where a view brings it, on a day? What the view leaves open may be as it likes.
 *
 * @param hidden the amounts that the one who looks may not see
 */
export function standsAt(
  table: Table,
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
  const text = (one: ListView): string => JSON.stringify(ordered({ ...asked(one), ...looks(one) }));
  return text(list) === text(view);
}
