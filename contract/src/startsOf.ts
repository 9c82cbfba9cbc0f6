import { filterStart, masksOf } from './table.ts';
import type { Column, Filter, Table } from './table.ts';

/** Does a filter look at amounts that are hidden from the caller? The server refuses it then. */
export const looksAtHidden = (
  { columns }: Table,
  filter: Filter,
  hidden: readonly string[],
): boolean => (filter.columns ?? []).some((name) => isHidden(columns[name], hidden));

const ofKinds: readonly string[] = ['purchase', 'retail', 'sale'];

/** Whether a column shows amounts that are hidden; amounts of documents of any kind are, where those of one kind are. */
export const isHidden = (column: Column | undefined, hidden: readonly string[]): boolean =>
  masksOf(column ?? {}).some((mask) =>
    mask === 'kind' ? ofKinds.some((kind) => hidden.includes(kind)) : hidden.includes(mask),
  );

/** A filter as it is offered to who may not see some amounts: columns that are hidden are no choices. */
export function offered({ columns }: Table, filter: Filter, hidden: readonly string[]): Filter {
  const { ofColumns, choices, starts } = filter;
  if (ofColumns !== true) return filter;
  const shown = (names: readonly string[]): readonly string[] =>
    names.filter((name) => !isHidden(columns[name], hidden));
  return {
    ...filter,
    ...(choices === undefined ? {} : { choices: shown(choices) }),
    ...(typeof starts === 'object' ? { starts: shown(starts) } : {}),
  };
}

/** What the filters of a screen start with, by the company's today and the amounts that its reader may not see. */
export const startsOf = (
  table: Table,
  today: string,
  hidden: readonly string[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(table.filters).flatMap(([name, filter]) => {
      const start = looksAtHidden(table, filter, hidden)
        ? undefined
        : filterStart(offered(table, filter, hidden), today);
      return start === undefined ? [] : [[name, start] as const];
    }),
  );
