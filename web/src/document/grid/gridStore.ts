import { createListeners } from '../../app/listeners.ts';
import { gridOf } from './gridState.ts';
import type { GridState, RowState } from './gridState.ts';

/**
 * Grid state outside React: a cell change redraws only its row. Rows subscribe through
 * `useSyncExternalStore` with their own snapshot.
 */
export interface GridStore<Row> {
  readonly grid: () => GridState<Row>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Applies a move; an unchanged grid means no effect. */
  readonly change: (move: (grid: GridState<Row>) => GridState<Row>) => void;
  readonly row: (key: string) => RowState<Row> | undefined;
  /** Keys in order, the same array until rows are added, removed or moved. */
  readonly keys: () => readonly string[];
  /** Values in order, the same array until a value changes. */
  readonly values: () => readonly Row[];
  /** Restarts with other rows, without undo history or focus. */
  readonly reset: (values: readonly Row[]) => void;
}

/** Replaces a grid's rows. Keys continue counting, so a rendered row is never confused with its successor. */
function replaceGridRows<Row>({ nextKey }: GridState<Row>, values: readonly Row[]): GridState<Row> {
  const next = gridOf(values);
  const rows = next.rows.map((row, at) => ({ ...row, key: String(nextKey + at) }));
  return { ...next, rows, nextKey: nextKey + rows.length };
}

/** A store over the given rows. */
export function gridStore<Row>(values: readonly Row[]): GridStore<Row> {
  let grid = gridOf(values);
  let index = indexGridRows(grid);
  let known: readonly Row[] = values;
  const { subscribe, tell } = createListeners();

  const set = (next: GridState<Row>): void => {
    if (next === grid) return;
    const rowsChanged = next.rows !== grid.rows;
    grid = next;
    if (rowsChanged) {
      index = indexGridRows(grid, index);
      known = grid.rows.map((row) => row.value);
    }
    tell();
  };

  return {
    grid: () => grid,
    subscribe,
    change: (move) => set(move(grid)),
    row: (key) => grid.rows[index.byKey.get(key) ?? -1],
    keys: () => index.keys,
    values: () => known,
    reset: (fresh) => set(replaceGridRows(grid, fresh)),
  };
}

interface Index {
  readonly keys: readonly string[];
  readonly byKey: ReadonlyMap<string, number>;
}

function indexGridRows<Row>(grid: GridState<Row>, before?: Index): Index {
  const { rows } = grid;
  const same =
    before?.keys.length === rows.length && rows.every((row, at) => row.key === before.keys[at]);
  if (before !== undefined && same) return before;
  return { keys: rows.map((row) => row.key), byKey: new Map(rows.map((row, at) => [row.key, at])) };
}
