import type { GridStore } from './gridStore.ts';
import {
  cleared,
  entered,
  filledDown,
  moved,
  rangeOf,
  redone,
  removed,
  shifted,
  tabbed,
  undone,
  wrote,
} from './gridState.ts';
import type { Shape, GridState } from './gridState.ts';

/** What a key may set off outside the grid. */
export interface GridCommands {
  /** F7: the product picker, with what was typed. */
  readonly onPick?: (key: string, keyword: string) => void;
  /** F8: the scanner's log. */
  readonly onScanLog?: () => void;
  /** Pasted cells that do not all find a place as they stand: what holds what is asked. */
  readonly onMap?: (text: string) => void;
  /** Enter in the last cell, nothing more to fill in. */
  readonly onLeave?: () => void;
}

export interface KeyPress {
  readonly key: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** A grid as its key handler sees it. */
export interface KeyTarget<Row> {
  readonly store: GridStore<Row>;
  readonly shape: Shape<Row>;
  readonly commands: GridCommands;
  /** Rows of one screenful. */
  readonly page: number;
}

/** The typed text taken into its cell. Called before anything that looks at the rows. */
export function settle<Row>(store: GridStore<Row>, shape: Shape<Row>): void {
  const { focus, typing } = store.grid();
  if (focus === null || typing === null) return;
  store.change((grid) => wrote(grid, shape, focus, typing));
}

/** Does what a key means and says whether it meant anything; keys of text editing are left to the input. */
export function pressed<Row>(target: KeyTarget<Row>, press: KeyPress): boolean {
  const { store, commands } = target;
  const { focus, typing } = store.grid();
  if (focus === null) return false;
  if (press.ctrl) return pressedWithCtrl(target, press);
  if (press.alt) return pressedWithAlt(target, press);
  switch (press.key) {
    case 'Enter':
      return press.shift
        ? go(target, (grid, shape) => moved(grid, shape, { rows: -1 }))
        : enter(target);
    case 'Tab':
      return tab(target, !press.shift);
    case 'Escape':
      if (typing === null) return false;
      store.change((grid) => ({ ...grid, typing: null }));
      return true;
    case 'F7':
      store.change((grid) => ({ ...grid, typing: null }));
      commands.onPick?.(focus.key, typing ?? '');
      return commands.onPick !== undefined;
    case 'F8':
      commands.onScanLog?.();
      return commands.onScanLog !== undefined;
    default:
      return walk(target, press);
  }
}

const go = <Row>(
  { store, shape }: KeyTarget<Row>,
  move: (grid: GridState<Row>, shape: Shape<Row>) => GridState<Row>,
): true => {
  settle(store, shape);
  store.change((grid) => move(grid, shape));
  return true;
};

function enter<Row>(target: KeyTarget<Row>): true {
  const { store, shape, commands } = target;
  settle(store, shape);
  // A cell that refused its text keeps the focus, so the user sees why.
  const { focus } = store.grid();
  const wrong = focus && store.row(focus.key)?.wrong[focus.column];
  if (typeof wrong?.text === 'string') return true;
  const next = entered(store.grid(), shape);
  if (next === null) commands.onLeave?.();
  else store.change(() => next);
  return true;
}

function tab<Row>({ store, shape }: KeyTarget<Row>, forward: boolean): boolean {
  settle(store, shape);
  const next = tabbed(store.grid(), shape, forward);
  if (next === null) return false;
  store.change(() => next);
  return true;
}

function walk<Row>(target: KeyTarget<Row>, { key, shift }: KeyPress): boolean {
  const typing = target.store.grid().typing !== null;
  const by = steps(key, target.page);
  if (by === null) return !typing && deleted(target, key);
  // While typing, left and right move the caret.
  if (typing && (by.rows === undefined || shift)) return false;
  return go(target, (grid, shape) => moved(grid, shape, { ...by, extend: shift }));
}

const FAR = 1_000_000;

function steps(key: string, page: number): { rows?: number; columns?: number } | null {
  switch (key) {
    case 'ArrowUp':
      return { rows: -1 };
    case 'ArrowDown':
      return { rows: 1 };
    case 'PageUp':
      return { rows: -page };
    case 'PageDown':
      return { rows: page };
    case 'ArrowLeft':
      return { columns: -1 };
    case 'ArrowRight':
      return { columns: 1 };
    case 'Home':
      return { columns: -FAR };
    case 'End':
      return { columns: FAR };
    default:
      return null;
  }
}

function deleted<Row>({ store, shape }: KeyTarget<Row>, key: string): boolean {
  if (key !== 'Delete') return false;
  store.change((grid) => cleared(grid, shape));
  return true;
}

function pressedWithCtrl<Row>(target: KeyTarget<Row>, { key, shift }: KeyPress): boolean {
  const { store, shape } = target;
  const typing = store.grid().typing !== null;
  switch (key) {
    case 'd':
    case 'D':
      return go(target, filledDown);
    case 'Backspace':
    case 'Delete':
      return typing ? false : removeRange(target);
    case 'z':
    case 'Z':
      // A text being typed has its own undo.
      if (typing) return false;
      return go(target, shift ? redone : undone);
    case 'y':
      return typing ? false : go(target, redone);
    case 'a':
      return typing ? false : go(target, selectedAll);
    case 'Home':
      return go(target, () => moved(store.grid(), shape, { rows: -FAR, columns: -FAR }));
    case 'End':
      return go(target, () => moved(store.grid(), shape, { rows: FAR, columns: FAR }));
    default:
      return false;
  }
}

function pressedWithAlt<Row>(target: KeyTarget<Row>, { key }: KeyPress): boolean {
  const focus = target.store.grid().focus;
  if (focus === null || (key !== 'ArrowUp' && key !== 'ArrowDown') || target.shape.fixed)
    return false;
  return go(target, (grid) => shifted(grid, focus.key, key === 'ArrowUp' ? -1 : 1));
}

function removeRange<Row>(target: KeyTarget<Row>): true {
  return go(target, (grid, shape) => {
    const range = rangeOf(grid, shape);
    if (range === null) return grid;
    const keys = grid.rows.slice(range.top, range.bottom + 1).map((row) => row.key);
    return removed(grid, shape, new Set(keys));
  });
}

function selectedAll<Row>(grid: GridState<Row>, shape: Shape<Row>): GridState<Row> {
  const start = moved(grid, shape, { rows: -FAR, columns: -FAR });
  return moved(start, shape, { rows: FAR, columns: FAR, extend: true });
}

/** The typed text dropped and the cell's own text taken up for editing (F2, double click). */
export function editing<Row>(store: GridStore<Row>, text: string): void {
  store.change((grid) => ({ ...grid, typing: grid.typing ?? text }));
}
