import { stopsAt, textOf, writable } from './column.ts';
import type { GridColumn, Written } from './column.ts';

/** A text that a cell could not take, and why; `text` null where the value itself was refused later. */
export interface Wrong {
  readonly text: string | null;
  readonly reason: string;
}

export interface RowState<Row> {
  /** Stays the row's own while it lives. */
  readonly key: string;
  readonly value: Row;
  /** By column id. */
  readonly wrong: Readonly<Record<string, Wrong>>;
}

export interface Cell {
  readonly key: string;
  readonly column: string;
}

/** The whole state of a line grid. `focus` and `anchor` span the selected range; alone they are one cell. */
export interface GridState<Row> {
  readonly rows: readonly RowState<Row>[];
  readonly focus: Cell | null;
  readonly anchor: Cell | null;
  /** What is being typed into the focused cell; null while it rests. */
  readonly typing: string | null;
  readonly past: readonly (readonly RowState<Row>[])[];
  readonly future: readonly (readonly RowState<Row>[])[];
  readonly nextKey: number;
  /** The last row that something else changed (a scan), to be flashed once per `count`. */
  readonly flash: { readonly key: string; readonly count: number };
}

/** What the moves need to know of the grid: its visible columns and how a new row looks. */
export interface Shape<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly blank: (previous: Row | undefined) => Row;
  readonly isBlank: (row: Row) => boolean;
  /** No rows may be added by typing (lines taken from another document). */
  readonly fixed?: boolean;
  /** Rows at most; absent: as many as one likes. */
  readonly most?: number;
}

/** Cells that would make more rows than there may be. */
export const overfills = <Row>(
  { rows }: Pick<GridState<Row>, 'rows'>,
  { most, isBlank }: Pick<Shape<Row>, 'most' | 'isBlank'>,
  count: number,
): boolean =>
  most !== undefined && rows.filter(({ value }) => !isBlank(value)).length + count > most;

export const LONGEST_UNDO = 200;

const NOTHING_WRONG = {};

/** A grid over the given rows, nothing focused. */
export function gridOf<Row>(values: readonly Row[]): GridState<Row> {
  const rows = values.map((value, at) => ({ key: String(at), value, wrong: NOTHING_WRONG }));
  return {
    rows,
    focus: null,
    anchor: null,
    typing: null,
    past: [],
    future: [],
    nextKey: rows.length,
    flash: { key: '', count: 0 },
  };
}

export const rowIndex = <Row>(grid: GridState<Row>, key: string): number =>
  grid.rows.findIndex((row) => row.key === key);

const columnIndex = <Row>(shape: Shape<Row>, id: string): number =>
  Math.max(
    0,
    shape.columns.findIndex((column) => column.id === id),
  );

const between = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

/** Replaces the rows as one undoable step. */
function stepped<Row>(grid: GridState<Row>, rows: readonly RowState<Row>[]): GridState<Row> {
  return { ...grid, rows, past: [...grid.past, grid.rows].slice(-LONGEST_UNDO), future: [] };
}

/** The focus put on a cell, or with `extend` the range stretched to it. */
export function focused<Row>(
  grid: GridState<Row>,
  cell: Cell | null,
  extend = false,
): GridState<Row> {
  const anchor = extend && grid.anchor !== null ? grid.anchor : cell;
  return { ...grid, focus: cell, anchor, typing: null };
}

const cellAt = <Row>(
  grid: GridState<Row>,
  shape: Shape<Row>,
  row: number,
  column: number,
): Cell | null => {
  const key = grid.rows[between(row, 0, grid.rows.length - 1)]?.key;
  const id = shape.columns[between(column, 0, shape.columns.length - 1)]?.id;
  return key === undefined || id === undefined ? null : { key, column: id };
};

/** Moves the focus by rows and columns and stays inside. */
export function moved<Row>(
  grid: GridState<Row>,
  shape: Shape<Row>,
  by: { readonly rows?: number; readonly columns?: number; readonly extend?: boolean },
): GridState<Row> {
  if (grid.focus === null) return focused(grid, cellAt(grid, shape, 0, 0));
  const row = rowIndex(grid, grid.focus.key) + (by.rows ?? 0);
  const column = columnIndex(shape, grid.focus.column) + (by.columns ?? 0);
  return focused(grid, cellAt(grid, shape, row, column), by.extend);
}

type Test<Row> = (column: GridColumn<Row>, row: Row) => boolean;

/** The first cell after (or before) the focus, row by row, that passes; null where there is none. */
function seek<Row>(
  grid: GridState<Row>,
  shape: Shape<Row>,
  forward: boolean,
  test: Test<Row>,
): Cell | null {
  const width = shape.columns.length;
  const { focus } = grid;
  const start =
    focus === null ? -1 : rowIndex(grid, focus.key) * width + columnIndex(shape, focus.column);
  const step = forward ? 1 : -1;
  for (let at = start + step; at >= 0 && at < grid.rows.length * width; at += step) {
    const row = grid.rows[Math.floor(at / width)];
    const column = shape.columns[at % width];
    if (row !== undefined && column !== undefined && test(column, row.value)) {
      return { key: row.key, column: column.id };
    }
  }
  return null;
}

/** Tab: the next or previous cell that takes input; null where Tab leaves the grid. */
export function tabbed<Row>(
  grid: GridState<Row>,
  shape: Shape<Row>,
  forward: boolean,
): GridState<Row> | null {
  const cell = seek(grid, shape, forward, writable);
  return cell && focused(grid, cell);
}

/**
 * Enter: the next cell that wants input, in a new row after the last. Null where the grid is done: the last row is
 * still blank, or no row may be added.
 */
export function entered<Row>(grid: GridState<Row>, shape: Shape<Row>): GridState<Row> | null {
  const cell = seek(grid, shape, true, stopsAt);
  const missed = cell?.key === grid.focus?.key ? null : missedCell(grid, shape);
  if (missed !== null) return focused(grid, missed);
  if (cell !== null) return focused(grid, cell);
  const last = grid.rows.at(-1);
  if (shape.fixed || (last !== undefined && shape.isBlank(last.value))) return null;
  return appended(grid, shape);
}

/** A required cell of the focused row that is still empty; a blank row misses nothing. */
function missedCell<Row>(grid: GridState<Row>, shape: Shape<Row>): Cell | null {
  const { focus } = grid;
  const row = grid.rows.find(({ key }) => key === focus?.key);
  if (row === undefined || shape.isBlank(row.value)) return null;
  const column = shape.columns.find(
    (one) =>
      one.id !== focus?.column &&
      (one.required ?? false) &&
      stopsAt(one, row.value) &&
      textOf(one, row.value) === '',
  );
  return column === undefined ? null : { key: row.key, column: column.id };
}

/** A blank row after the last, the focus on its first cell that wants input. */
export function appended<Row>(grid: GridState<Row>, shape: Shape<Row>): GridState<Row> {
  const made = inserted(grid, grid.rows.length, [shape.blank(grid.rows.at(-1)?.value)]);
  const row = made.rows.at(-1);
  const column = row && shape.columns.find((candidate) => stopsAt(candidate, row.value));
  return row && column ? focused(made, { key: row.key, column: column.id }) : made;
}

/** Rows put in at a place, as one undoable step. */
export function inserted<Row>(
  grid: GridState<Row>,
  at: number,
  values: readonly Row[],
): GridState<Row> {
  const added = values.map((value, offset) => ({
    key: String(grid.nextKey + offset),
    value,
    wrong: NOTHING_WRONG,
  }));
  const rows = grid.rows.toSpliced(at, 0, ...added);
  return { ...stepped(grid, rows), nextKey: grid.nextKey + values.length };
}

/** The rows with these keys gone; the focus goes to the row that took their place. */
export function removed<Row>(
  grid: GridState<Row>,
  shape: Shape<Row>,
  keys: ReadonlySet<string>,
): GridState<Row> {
  const first = grid.rows.findIndex((row) => keys.has(row.key));
  if (first < 0) return grid;
  const rows = grid.rows.filter((row) => !keys.has(row.key));
  const left = stepped({ ...grid, typing: null }, rows);
  if (rows.length === 0) return shape.fixed ? focused(left, null) : appended(left, shape);
  const column = columnIndex(shape, grid.focus?.column ?? '');
  return focused(left, cellAt(left, shape, first, column));
}

/** One row moved up or down by one place. */
export function shifted<Row>(grid: GridState<Row>, key: string, by: 1 | -1): GridState<Row> {
  const from = rowIndex(grid, key);
  const to = from + by;
  const row = grid.rows[from];
  if (row === undefined || to < 0 || to >= grid.rows.length) return grid;
  return stepped(grid, grid.rows.toSpliced(from, 1).toSpliced(to, 0, row));
}

const without = (
  wrong: Readonly<Record<string, Wrong>>,
  column: string,
): Readonly<Record<string, Wrong>> => {
  if (!(column in wrong)) return wrong;
  const { [column]: _, ...rest } = wrong;
  return rest;
};

function answered<Row>(
  row: RowState<Row>,
  column: string,
  text: string,
  written: Written<Row>,
): RowState<Row> {
  if ('wrong' in written) {
    return { ...row, wrong: { ...row.wrong, [column]: { text, reason: written.wrong } } };
  }
  return { ...row, value: written.row, wrong: without(row.wrong, column) };
}

function written<Row>(row: RowState<Row>, column: GridColumn<Row>, text: string): RowState<Row> {
  if (!writable(column, row.value) || column.write === undefined) return row;
  if (row.wrong[column.id] === undefined && text === textOf(column, row.value)) return row;
  return answered(row, column.id, text, column.write(row.value, text));
}

const replaced = <Row>(
  grid: GridState<Row>,
  change: (row: RowState<Row>, at: number) => RowState<Row>,
): GridState<Row> => {
  const rows = grid.rows.map(change);
  return rows.every((row, at) => row === grid.rows[at]) ? grid : stepped(grid, rows);
};

/** A text written into a cell: the new value, or the text kept in red with its reason. */
export function wrote<Row>(
  grid: GridState<Row>,
  shape: Shape<Row>,
  cell: Cell,
  text: string,
): GridState<Row> {
  const column = shape.columns.find(({ id }) => id === cell.column);
  if (column === undefined) return grid;
  return replaced({ ...grid, typing: null }, (row) =>
    row.key === cell.key ? written(row, column, text) : row,
  );
}

/** An offer of the drop-down taken into a cell. */
export function picked<Row>(
  grid: GridState<Row>,
  shape: Shape<Row>,
  cell: Cell,
  value: string,
): GridState<Row> {
  const column = shape.columns.find(({ id }) => id === cell.column);
  const pick = column?.pick ?? column?.write;
  if (column === undefined || pick === undefined) return grid;
  return replaced({ ...grid, typing: null }, (row) =>
    row.key === cell.key ? answered(row, column.id, value, pick(row.value, value)) : row,
  );
}

/** A row without what was refused of its values: what it says next is another answer. Unreadable texts stay. */
export function unrefused<Row>(row: RowState<Row>): RowState<Row> {
  const kept = Object.entries(row.wrong).filter(([, { text }]) => text !== null);
  return kept.length === Object.keys(row.wrong).length
    ? row
    : { ...row, wrong: Object.fromEntries(kept) };
}

/** A row's value replaced by something other than typing; `undoable` makes it a step of its own. */
export function amended<Row>(
  grid: GridState<Row>,
  key: string,
  change: (row: Row) => Row,
  undoable = false,
): GridState<Row> {
  const rows = grid.rows.map((row) =>
    row.key === key ? { ...(undoable ? unrefused(row) : row), value: change(row.value) } : row,
  );
  return undoable ? stepped(grid, rows) : { ...grid, rows };
}

/** Every row's value replaced at once (another customer, another warehouse). */
export function amendedAll<Row>(grid: GridState<Row>, change: (row: Row) => Row): GridState<Row> {
  return replaced(grid, (row) => {
    const value = change(row.value);
    return value === row.value ? row : { ...row, value };
  });
}

/** A refusal that came from elsewhere (the server), put at its cell. */
export function refused<Row>(grid: GridState<Row>, cell: Cell, reason: string): GridState<Row> {
  const rows = grid.rows.map((row) =>
    row.key === cell.key
      ? { ...row, wrong: { ...row.wrong, [cell.column]: { text: null, reason } } }
      : row,
  );
  return { ...grid, rows };
}

/** First and last row and column of the selected range, by index; null where nothing is focused. */
export function rangeOf<Row>(grid: GridState<Row>, shape: Shape<Row>) {
  const { focus, anchor } = grid;
  if (focus === null) return null;
  const from = anchor ?? focus;
  const rows = [rowIndex(grid, from.key), rowIndex(grid, focus.key)];
  const columns = [columnIndex(shape, from.column), columnIndex(shape, focus.column)];
  return {
    top: Math.max(0, Math.min(...rows)),
    bottom: Math.max(...rows),
    left: Math.min(...columns),
    right: Math.max(...columns),
  };
}

/** Ctrl+D: the range's first row copied into the rows below it; of a single cell, the cell above copied into it. */
export function filledDown<Row>(grid: GridState<Row>, shape: Shape<Row>): GridState<Row> {
  const range = rangeOf(grid, shape);
  if (range === null) return grid;
  const single = range.top === range.bottom;
  const source = grid.rows[single ? range.top - 1 : range.top];
  if (source === undefined) return grid;
  const columns = shape.columns.slice(range.left, range.right + 1);
  return replaced(grid, (row, at) => {
    const inside = at <= range.bottom && at >= (single ? range.top : range.top + 1);
    if (!inside) return row;
    return columns.reduce(
      (filled, column) => written(filled, column, textOf(column, source.value)),
      row,
    );
  });
}

/** Delete: the range's cells emptied. */
export function cleared<Row>(grid: GridState<Row>, shape: Shape<Row>): GridState<Row> {
  const range = rangeOf(grid, shape);
  if (range === null) return grid;
  const columns = shape.columns.slice(range.left, range.right + 1);
  return replaced({ ...grid, typing: null }, (row, at) =>
    at < range.top || at > range.bottom
      ? row
      : columns.reduce((emptied, column) => written(emptied, column, ''), row),
  );
}

/**
 * Ctrl+V: cells of a spreadsheet written from the focus to the right and down, with rows added as needed. `columns` says
 * which column each text of a row goes to; by default those from the focus on, as they stand.
 */
export function pasted<Row>(
  grid: GridState<Row>,
  shape: Shape<Row>,
  cells: readonly (readonly string[])[],
  columns?: readonly GridColumn<Row>[],
): GridState<Row> {
  const range = rangeOf(grid, shape);
  if (range === null || cells.length === 0) return grid;
  const missing = shape.fixed ? 0 : Math.max(0, range.top + cells.length - grid.rows.length);
  const last = grid.rows.at(-1)?.value;
  const blanks = Array.from({ length: missing }, () => shape.blank(last));
  const roomy = missing > 0 ? inserted(grid, grid.rows.length, blanks) : grid;
  const across = columns ?? shape.columns.slice(range.left);
  const rows = roomy.rows.map((row, at) => {
    const texts = cells[at - range.top];
    return texts === undefined ? row : writtenAcross(row, across, texts);
  });
  // Rows and texts come as one step: undo takes both back.
  return {
    ...roomy,
    typing: null,
    rows,
    past: [...grid.past, grid.rows].slice(-LONGEST_UNDO),
    future: [],
  };
}

function writtenAcross<Row>(
  row: RowState<Row>,
  columns: readonly GridColumn<Row>[],
  texts: readonly string[],
) {
  return texts.reduce((filled, text, at) => {
    const column = columns[at];
    return column === undefined ? filled : written(filled, column, text.trim());
  }, row);
}

/** The range's texts, as a spreadsheet takes them. */
export function copied<Row>(
  grid: GridState<Row>,
  shape: Shape<Row>,
): readonly (readonly string[])[] {
  const range = rangeOf(grid, shape);
  if (range === null) return [];
  const columns = shape.columns.slice(range.left, range.right + 1);
  return grid.rows
    .slice(range.top, range.bottom + 1)
    .map((row) => columns.map((column) => row.wrong[column.id]?.text ?? textOf(column, row.value)));
}

/** Ctrl+Z. */
export function undone<Row>(grid: GridState<Row>): GridState<Row> {
  const rows = grid.past.at(-1);
  if (rows === undefined) return grid;
  return within({
    ...grid,
    rows,
    past: grid.past.slice(0, -1),
    future: [...grid.future, grid.rows],
  });
}

/** Ctrl+Y. */
export function redone<Row>(grid: GridState<Row>): GridState<Row> {
  const rows = grid.future.at(-1);
  if (rows === undefined) return grid;
  return within({
    ...grid,
    rows,
    future: grid.future.slice(0, -1),
    past: [...grid.past, grid.rows],
  });
}

/** The focus kept on a row that still stands. */
function within<Row>(grid: GridState<Row>): GridState<Row> {
  const { focus } = grid;
  const resting = { ...grid, typing: null };
  if (focus === null || rowIndex(grid, focus.key) >= 0) return resting;
  const key = grid.rows.at(-1)?.key;
  return focused(resting, key === undefined ? null : { key, column: focus.column });
}
