import type { RowOf, Table } from '@tradehouse/contract';
import { useState } from 'react';
import { keyOf } from '../record/listTypes.ts';
import type { ListState } from './useList.ts';

/** The ticked rows, by their keys. */
export interface Selection<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  readonly change: (rows: ReadonlyMap<string, Row>) => void;
}

/** The selected rows as this page shows them now; those of other pages stay as they were selected. */
export function chosen<T extends Table>(
  { table, data }: ListState<T>,
  before: ReadonlyMap<string, RowOf<T>>,
  keys: readonly string[],
): ReadonlyMap<string, RowOf<T>> {
  const here = new Map((data?.rows ?? []).map((row) => [keyOf(table, row), row]));
  const pairs = keys.flatMap((key): [string, RowOf<T>][] => {
    const row = here.get(key) ?? before.get(key);
    return row === undefined ? [] : [[key, row]];
  });
  return new Map(pairs);
}

/** The rows that are ticked; null where none can be. */
export function useSelection<T extends Table>(
  list: ListState<T>,
  possible: boolean,
): Selection<RowOf<T>> | null {
  const [selected, change] = useState<ReadonlyMap<string, RowOf<T>>>(new Map());
  const rows = chosen(list, selected, [...selected.keys()]);
  return possible ? { rows, change } : null;
}
