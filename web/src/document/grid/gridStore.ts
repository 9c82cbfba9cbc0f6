import { sheetOf } from './sheet.ts';
import type { Sheet, SheetRow } from './sheet.ts';

/**
 * The sheet outside React: a cell that changes redraws its row and nothing else. Rows subscribe through
 * `useSyncExternalStore` with a snapshot of their own.
 */
export interface GridStore<Row> {
  readonly sheet: () => Sheet<Row>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Applies a move; the same sheet back means nothing happened. */
  readonly change: (move: (sheet: Sheet<Row>) => Sheet<Row>) => void;
  readonly row: (key: string) => SheetRow<Row> | undefined;
  /** The keys in order, the same array until rows come, go or move. */
  readonly keys: () => readonly string[];
  /** The values in order, the same array until one changes. */
  readonly values: () => readonly Row[];
  /** Starts over with other rows: nothing to undo, nothing focused. */
  readonly reset: (values: readonly Row[]) => void;
}

/** A listener that fails is told of, and holds up neither the others nor who made the change: that is made already. */
function heard(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}

/** A store over the given rows. */
export function gridStore<Row>(values: readonly Row[]): GridStore<Row> {
  let sheet = sheetOf(values);
  let index = indexed(sheet);
  let known: readonly Row[] = values;
  const listeners = new Set<() => void>();

  const set = (next: Sheet<Row>): void => {
    if (next === sheet) return;
    const rowsChanged = next.rows !== sheet.rows;
    sheet = next;
    if (rowsChanged) {
      index = indexed(sheet, index);
      known = sheet.rows.map((row) => row.value);
    }
    for (const listener of listeners) heard(listener);
  };

  return {
    sheet: () => sheet,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (move) => set(move(sheet)),
    row: (key) => sheet.rows[index.byKey.get(key) ?? -1],
    keys: () => index.keys,
    values: () => known,
    reset: (fresh) => {
      // Keys go on counting, so a drawn row never mistakes its successor for itself.
      const { nextKey } = sheet;
      const next = sheetOf(fresh);
      const rows = next.rows.map((row, at) => ({ ...row, key: String(nextKey + at) }));
      set({ ...next, rows, nextKey: nextKey + rows.length });
    },
  };
}

interface Index {
  readonly keys: readonly string[];
  readonly byKey: ReadonlyMap<string, number>;
}

function indexed<Row>(sheet: Sheet<Row>, before?: Index): Index {
  const { rows } = sheet;
  const same =
    before?.keys.length === rows.length && rows.every((row, at) => row.key === before.keys[at]);
  if (before !== undefined && same) return before;
  return { keys: rows.map((row) => row.key), byKey: new Map(rows.map((row, at) => [row.key, at])) };
}
