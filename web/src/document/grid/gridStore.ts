import { listeners } from '../../app/listeners.ts';
import { gridOf } from './gridState.ts';
import type { GridState, RowState } from './gridState.ts';

/**
 * The grid outside React: a cell that changes redraws its row and nothing else. Rows subscribe through
 * `useSyncExternalStore` with a snapshot of their own.
 */
export interface GridStore<Row> {
  readonly grid: () => GridState<Row>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Applies a move; the same grid back means nothing happened. */
  readonly change: (move: (grid: GridState<Row>) => GridState<Row>) => void;
  readonly row: (key: string) => RowState<Row> | undefined;
  /** The keys in order, the same array until rows come, go or move. */
  readonly keys: () => readonly string[];
  /** The values in order, the same array until one changes. */
  readonly values: () => readonly Row[];
  /** Starts over with other rows: nothing to undo, nothing focused. */
  readonly reset: (values: readonly Row[]) => void;
}

/** A grid of other rows. Keys go on counting, so a drawn row never mistakes its successor for itself. */
function follows<Row>({ nextKey }: GridState<Row>, values: readonly Row[]): GridState<Row> {
  const next = gridOf(values);
  const rows = next.rows.map((row, at) => ({ ...row, key: String(nextKey + at) }));
  return { ...next, rows, nextKey: nextKey + rows.length };
}

/** A store over the given rows. */
export function gridStore<Row>(values: readonly Row[]): GridStore<Row> {
  let grid = gridOf(values);
  let index = indexed(grid);
  let known: readonly Row[] = values;
  const { subscribe, tell } = listeners();

  const set = (next: GridState<Row>): void => {
    if (next === grid) return;
    const rowsChanged = next.rows !== grid.rows;
    grid = next;
    if (rowsChanged) {
      index = indexed(grid, index);
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
    reset: (fresh) => set(follows(grid, fresh)),
  };
}

interface Index {
  readonly keys: readonly string[];
  readonly byKey: ReadonlyMap<string, number>;
}

function indexed<Row>(grid: GridState<Row>, before?: Index): Index {
  const { rows } = grid;
  const same =
    before?.keys.length === rows.length && rows.every((row, at) => row.key === before.keys[at]);
  if (before !== undefined && same) return before;
  return { keys: rows.map((row) => row.key), byKey: new Map(rows.map((row, at) => [row.key, at])) };
}
