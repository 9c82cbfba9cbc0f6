import { filterStart, masksOf } from './table.ts';
import type { TableColumn, Filter, TableDeclaration } from './table.ts';

/** Returns true if a filter reads hidden amounts, which the server refuses. */
export const looksAtHidden = (
  { columns }: TableDeclaration,
  filter: Filter,
  hidden: readonly string[],
): boolean => (filter.columns ?? []).some((name) => isHiddenColumn(columns[name], hidden));

const ofKinds: readonly string[] = ['purchase', 'retail', 'sale'];

/** Checks if a column shows hidden amounts. A column of all kinds is hidden if one kind's amounts are. */
export const isHiddenColumn = (
  column: TableColumn | undefined,
  hidden: readonly string[],
): boolean =>
  masksOf(column ?? {}).some((mask) =>
    mask === 'kind' ? ofKinds.some((kind) => hidden.includes(kind)) : hidden.includes(mask),
  );

/** Returns a filter without choices for hidden columns. */
export function toVisibleFilter(
  { columns }: TableDeclaration,
  filter: Filter,
  hidden: readonly string[],
): Filter {
  const { ofColumns, choices, starts } = filter;
  if (ofColumns !== true) return filter;
  const shown = (names: readonly string[]): readonly string[] =>
    names.filter((name) => !isHiddenColumn(columns[name], hidden));
  return {
    ...filter,
    ...(choices === undefined ? {} : { choices: shown(choices) }),
    ...(typeof starts === 'object' ? { starts: shown(starts) } : {}),
  };
}

/** Start values of a screen's filters, from the company's today and the reader's hidden amounts. */
export const initialValuesOfFilters = (
  table: TableDeclaration,
  today: string,
  hidden: readonly string[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(table.filters).flatMap(([name, filter]) => {
      const start = looksAtHidden(table, filter, hidden)
        ? undefined
        : filterStart(toVisibleFilter(table, filter, hidden), today);
      return start === undefined ? [] : [[name, start] as const];
    }),
  );
