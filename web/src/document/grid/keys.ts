import type { GridStore } from './gridStore.ts';
import {
  clearSelectedCells,
  focusNextStop,
  filledDown,
  moveFocus,
  rangeOfSelection,
  redoGridStep,
  removeGridRows,
  shiftGridRow,
  focusNextEditable,
  undoGridStep,
  writeGridCell,
} from './gridState.ts';
import type { GridShape, GridState } from './gridState.ts';

/** Commands of grid keys to their surroundings. */
export interface GridCommands {
  /** F7: opens the product picker with the typed text. */
  readonly onPick?: (key: string, keyword: string) => void;
  /** F8: the scanner's log. */
  readonly onScanLog?: () => void;
  /** Maps pasted cells with no direct place: asks for the meaning of each column. */
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

/** Grid as seen by its key handler. */
export interface KeyTarget<Row> {
  readonly store: GridStore<Row>;
  readonly shape: GridShape<Row>;
  readonly commands: GridCommands;
  /** Rows per screen. */
  readonly page: number;
}

/** Commits the typed text to its cell. Call before reading rows. */
export function settleTypedText<Row>(store: GridStore<Row>, shape: GridShape<Row>): void {
  const { focus, typing } = store.grid();
  if (focus === null || typing === null) return;
  store.change((grid) => writeGridCell(grid, shape, focus, typing));
}

/** Handles a key and returns true if handled; text-editing keys are left to the input. */
export function handleGridKey<Row>(target: KeyTarget<Row>, press: KeyPress): boolean {
  const { store, commands } = target;
  const { focus, typing } = store.grid();
  if (focus === null) return false;
  if (press.ctrl) return pressedWithCtrl(target, press);
  if (press.alt) return pressedWithAlt(target, press);
  switch (press.key) {
    case 'Enter':
      return press.shift
        ? settleAndMove(target, (grid, shape) => moveFocus(grid, shape, { rows: -1 }))
        : handleEnterKey(target);
    case 'Tab':
      return handleTabKey(target, !press.shift);
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
      return handleMoveKey(target, press);
  }
}

const settleAndMove = <Row>(
  { store, shape }: KeyTarget<Row>,
  move: (grid: GridState<Row>, shape: GridShape<Row>) => GridState<Row>,
): true => {
  settleTypedText(store, shape);
  store.change((grid) => move(grid, shape));
  return true;
};

function handleEnterKey<Row>(target: KeyTarget<Row>): true {
  const { store, shape, commands } = target;
  settleTypedText(store, shape);
  // A cell that refused its text keeps focus, so the reason shows.
  const { focus } = store.grid();
  const wrong = focus && store.row(focus.key)?.wrong[focus.column];
  if (typeof wrong?.text === 'string') return true;
  const next = focusNextStop(store.grid(), shape);
  if (next === null) commands.onLeave?.();
  else store.change(() => next);
  return true;
}

function handleTabKey<Row>({ store, shape }: KeyTarget<Row>, forward: boolean): boolean {
  settleTypedText(store, shape);
  const next = focusNextEditable(store.grid(), shape, forward);
  if (next === null) return false;
  store.change(() => next);
  return true;
}

function handleMoveKey<Row>(target: KeyTarget<Row>, { key, shift }: KeyPress): boolean {
  const typing = target.store.grid().typing !== null;
  const by = stepsOfMoveKey(key, target.page);
  if (by === null) return !typing && handleDeleteKey(target, key);
  // While typing, left and right move the caret.
  if (typing && (by.rows === undefined || shift)) return false;
  return settleAndMove(target, (grid, shape) => moveFocus(grid, shape, { ...by, extend: shift }));
}

const FAR = 1_000_000;

function stepsOfMoveKey(key: string, page: number): { rows?: number; columns?: number } | null {
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

function handleDeleteKey<Row>({ store, shape }: KeyTarget<Row>, key: string): boolean {
  if (key !== 'Delete') return false;
  store.change((grid) => clearSelectedCells(grid, shape));
  return true;
}

function pressedWithCtrl<Row>(target: KeyTarget<Row>, { key, shift }: KeyPress): boolean {
  const { store, shape } = target;
  const typing = store.grid().typing !== null;
  switch (key) {
    case 'd':
    case 'D':
      return settleAndMove(target, filledDown);
    case 'Backspace':
    case 'Delete':
      return typing ? false : removeRange(target);
    case 'z':
    case 'Z':
      // Text being typed has its own undo.
      if (typing) return false;
      return settleAndMove(target, shift ? redoGridStep : undoGridStep);
    case 'y':
      return typing ? false : settleAndMove(target, redoGridStep);
    case 'a':
      return typing ? false : settleAndMove(target, selectedAll);
    case 'Home':
      return settleAndMove(target, () =>
        moveFocus(store.grid(), shape, { rows: -FAR, columns: -FAR }),
      );
    case 'End':
      return settleAndMove(target, () =>
        moveFocus(store.grid(), shape, { rows: FAR, columns: FAR }),
      );
    default:
      return false;
  }
}

function pressedWithAlt<Row>(target: KeyTarget<Row>, { key }: KeyPress): boolean {
  const focus = target.store.grid().focus;
  if (focus === null || (key !== 'ArrowUp' && key !== 'ArrowDown') || target.shape.fixed)
    return false;
  return settleAndMove(target, (grid) => shiftGridRow(grid, focus.key, key === 'ArrowUp' ? -1 : 1));
}

function removeRange<Row>(target: KeyTarget<Row>): true {
  return settleAndMove(target, (grid, shape) => {
    const range = rangeOfSelection(grid, shape);
    if (range === null) return grid;
    const keys = grid.rows.slice(range.top, range.bottom + 1).map((row) => row.key);
    return removeGridRows(grid, shape, new Set(keys));
  });
}

function selectedAll<Row>(grid: GridState<Row>, shape: GridShape<Row>): GridState<Row> {
  const start = moveFocus(grid, shape, { rows: -FAR, columns: -FAR });
  return moveFocus(start, shape, { rows: FAR, columns: FAR, extend: true });
}

/** The typed text dropped and the cell's own text taken up for editing (F2, double click). */
export function startCellEditing<Row>(store: GridStore<Row>, text: string): void {
  store.change((grid) => ({ ...grid, typing: grid.typing ?? text }));
}
