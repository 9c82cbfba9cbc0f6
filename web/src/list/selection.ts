import type { RowOf, TableDeclaration } from '@tradehouse/contract';
import { useState } from 'react';
import { keyOfRow } from '../record/listTypes.ts';
import type { ListState } from './useList.ts';

/** The ticked rows, by their keys. */
export interface Selection<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  readonly change: (rows: ReadonlyMap<string, Row>) => void;
}

/** Returns selected rows with this page's present values; rows of other pages keep their values. */
export function selectRowsByKeys<T extends TableDeclaration>(
  { table, data }: ListState<T>,
  before: ReadonlyMap<string, RowOf<T>>,
  keys: readonly string[],
): ReadonlyMap<string, RowOf<T>> {
  const here = new Map((data?.rows ?? []).map((row) => [keyOfRow(table, row), row]));
  const pairs = keys.flatMap((key): [string, RowOf<T>][] => {
    const row = here.get(key) ?? before.get(key);
    return row === undefined ? [] : [[key, row]];
  });
  return new Map(pairs);
}

/** Returns the ticked rows; null if rows can't be ticked. */
export function useSelection<T extends TableDeclaration>(
  list: ListState<T>,
  possible: boolean,
): Selection<RowOf<T>> | null {
  const [selected, change] = useState<ReadonlyMap<string, RowOf<T>>>(new Map());
  const rows = selectRowsByKeys(list, selected, [...selected.keys()]);
  return possible ? { rows, change } : null;
}
