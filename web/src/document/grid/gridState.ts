import { stopsAt, textOfCell, isCellWritable } from './column.ts';
import type { GridColumn, CellWriteResult } from './column.ts';

/** Refused text of a cell and the reason; `text` null: the value was refused later. */
export interface CellError {
  readonly text: string | null;
  readonly reason: string;
}

export interface RowState<Row> {
  /** Stable for the row's lifetime. */
  readonly key: string;
  readonly value: Row;
  /** By column id. */
  readonly wrong: Readonly<Record<string, CellError>>;
}

export interface GridCell {
  readonly key: string;
  readonly column: string;
}

/** Full state of a line grid. `focus` and `anchor` span the selected range; alone: one cell. */
export interface GridState<Row> {
  readonly rows: readonly RowState<Row>[];
  readonly focus: GridCell | null;
  readonly anchor: GridCell | null;
  /** Text being typed into the focused cell; null at rest. */
  readonly typing: string | null;
  readonly past: readonly (readonly RowState<Row>[])[];
  readonly future: readonly (readonly RowState<Row>[])[];
  readonly nextKey: number;
  /** Latest row changed from outside (a scan), flashed once per `count`. */
  readonly flash: { readonly key: string; readonly count: number };
}

/** Grid facts needed by moves: visible columns and the form of a new row. */
export interface GridShape<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly blank: (previous: Row | undefined) => Row;
  readonly isBlank: (row: Row) => boolean;
  /** No rows may be added by typing (lines taken from another document). */
  readonly fixed?: boolean;
  /** Maximum number of rows; absent: unlimited. */
  readonly most?: number;
}

/** Checks if cells would exceed the maximum number of rows. */
export const isOverRowLimit = <Row>(
  { rows }: Pick<GridState<Row>, 'rows'>,
  { most, isBlank }: Pick<GridShape<Row>, 'most' | 'isBlank'>,
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

const columnIndex = <Row>(shape: GridShape<Row>, id: string): number =>
  Math.max(
    0,
    shape.columns.findIndex((column) => column.id === id),
  );

const clampGridIndex = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

/** Replaces the rows as one undoable step. */
function pushUndoStep<Row>(grid: GridState<Row>, rows: readonly RowState<Row>[]): GridState<Row> {
  return { ...grid, rows, past: [...grid.past, grid.rows].slice(-LONGEST_UNDO), future: [] };
}

/** Focuses a cell, or with `extend` extends the range to the cell. */
export function focusCell<Row>(
  grid: GridState<Row>,
  cell: GridCell | null,
  extend = false,
): GridState<Row> {
  const anchor = extend && grid.anchor !== null ? grid.anchor : cell;
  return { ...grid, focus: cell, anchor, typing: null };
}

const cellAt = <Row>(
  grid: GridState<Row>,
  shape: GridShape<Row>,
  row: number,
  column: number,
): GridCell | null => {
  const key = grid.rows[clampGridIndex(row, 0, grid.rows.length - 1)]?.key;
  const id = shape.columns[clampGridIndex(column, 0, shape.columns.length - 1)]?.id;
  return key === undefined || id === undefined ? null : { key, column: id };
};

/** Moves the focus by rows and columns and stays inside. */
export function moveFocus<Row>(
  grid: GridState<Row>,
  shape: GridShape<Row>,
  by: { readonly rows?: number; readonly columns?: number; readonly extend?: boolean },
): GridState<Row> {
  if (grid.focus === null) return focusCell(grid, cellAt(grid, shape, 0, 0));
  const row = rowIndex(grid, grid.focus.key) + (by.rows ?? 0);
  const column = columnIndex(shape, grid.focus.column) + (by.columns ?? 0);
  return focusCell(grid, cellAt(grid, shape, row, column), by.extend);
}

type Test<Row> = (column: GridColumn<Row>, row: Row) => boolean;

/** Finds the first matching cell after (or before) the focus, row by row; null if none. */
function seekCell<Row>(
  grid: GridState<Row>,
  shape: GridShape<Row>,
  forward: boolean,
  test: Test<Row>,
): GridCell | null {
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

/** Tab: moves to the next or previous editable cell; null if Tab leaves the grid. */
export function focusNextEditable<Row>(
  grid: GridState<Row>,
  shape: GridShape<Row>,
  forward: boolean,
): GridState<Row> | null {
  const cell = seekCell(grid, shape, forward, isCellWritable);
  return cell && focusCell(grid, cell);
}

/**
 * Enter: moves to the next cell wanting input, in a new row after the last. Null if done: the last row is
 * blank, or rows can't be added.
 */
export function focusNextStop<Row>(
  grid: GridState<Row>,
  shape: GridShape<Row>,
): GridState<Row> | null {
  const cell = seekCell(grid, shape, true, stopsAt);
  const missed = cell?.key === grid.focus?.key ? null : missedCell(grid, shape);
  if (missed !== null) return focusCell(grid, missed);
  if (cell !== null) return focusCell(grid, cell);
  const last = grid.rows.at(-1);
  if (shape.fixed || (last !== undefined && shape.isBlank(last.value))) return null;
  return appendBlankRow(grid, shape);
}

/** Finds an empty required cell in the focused row; blank rows require nothing. */
function missedCell<Row>(grid: GridState<Row>, shape: GridShape<Row>): GridCell | null {
  const { focus } = grid;
  const row = grid.rows.find(({ key }) => key === focus?.key);
  if (row === undefined || shape.isBlank(row.value)) return null;
  const column = shape.columns.find(
    (one) =>
      one.id !== focus?.column &&
      stopsAt(one, row.value) &&
      (one.isMissing?.(row.value) === true ||
        (one.required === true && textOfCell(one, row.value) === '')),
  );
  return column === undefined ? null : { key: row.key, column: column.id };
}

/** Appends a blank row and focuses its first cell wanting input. */
export function appendBlankRow<Row>(grid: GridState<Row>, shape: GridShape<Row>): GridState<Row> {
  const made = insertRowsAt(grid, grid.rows.length, [shape.blank(grid.rows.at(-1)?.value)]);
  const row = made.rows.at(-1);
  const column = row && shape.columns.find((candidate) => stopsAt(candidate, row.value));
  return row && column ? focusCell(made, { key: row.key, column: column.id }) : made;
}

/** Inserts rows as one undoable step. */
export function insertRowsAt<Row>(
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
  return { ...pushUndoStep(grid, rows), nextKey: grid.nextKey + values.length };
}

/** Removes the rows with these keys; focus moves to the row in their place. */
export function removeGridRows<Row>(
  grid: GridState<Row>,
  shape: GridShape<Row>,
  keys: ReadonlySet<string>,
): GridState<Row> {
  const first = grid.rows.findIndex((row) => keys.has(row.key));
  if (first < 0) return grid;
  const rows = grid.rows.filter((row) => !keys.has(row.key));
  const left = pushUndoStep({ ...grid, typing: null }, rows);
  if (rows.length === 0) return shape.fixed ? focusCell(left, null) : appendBlankRow(left, shape);
  const column = columnIndex(shape, grid.focus?.column ?? '');
  return focusCell(left, cellAt(left, shape, first, column));
}

/** Moves a row up or down by one. */
export function shiftGridRow<Row>(grid: GridState<Row>, key: string, by: 1 | -1): GridState<Row> {
  const from = rowIndex(grid, key);
  const to = from + by;
  const row = grid.rows[from];
  if (row === undefined || to < 0 || to >= grid.rows.length) return grid;
  return pushUndoStep(grid, grid.rows.toSpliced(from, 1).toSpliced(to, 0, row));
}

const withoutCellError = (
  wrong: Readonly<Record<string, CellError>>,
  column: string,
): Readonly<Record<string, CellError>> => {
  if (!(column in wrong)) return wrong;
  const { [column]: _, ...rest } = wrong;
  return rest;
};

/** Ends the refusal of a value; an unreadable text stays refused. */
const withoutRefusal = <Row>(row: RowState<Row>, column: string | null): RowState<Row> =>
  column === null || row.wrong[column]?.text !== null
    ? row
    : { ...row, wrong: withoutCellError(row.wrong, column) };

function applyWriteResult<Row>(
  row: RowState<Row>,
  { id, mends }: GridColumn<Row>,
  text: string,
  written: CellWriteResult<Row>,
): RowState<Row> {
  if ('wrong' in written) {
    return { ...row, wrong: { ...row.wrong, [id]: { text, reason: written.wrong } } };
  }
  const value = written.row;
  const wrong = withoutCellError(row.wrong, id);
  return withoutRefusal({ ...row, value, wrong }, mends?.(value) ?? null);
}

function writeCellOfRow<Row>(
  row: RowState<Row>,
  column: GridColumn<Row>,
  text: string,
): RowState<Row> {
  if (!isCellWritable(column, row.value) || column.write === undefined) return row;
  if (row.wrong[column.id] === undefined && text === textOfCell(column, row.value)) return row;
  return applyWriteResult(row, column, text, column.write(row.value, text));
}

const mapGridRows = <Row>(
  grid: GridState<Row>,
  change: (row: RowState<Row>, at: number) => RowState<Row>,
): GridState<Row> => {
  const rows = grid.rows.map(change);
  return rows.every((row, at) => row === grid.rows[at]) ? grid : pushUndoStep(grid, rows);
};

/**
 * Judges refused texts of amounts again after their columns changed currency; in earlier steps too, so undo
 * brings back no outdated reason.
 */
export function rereadAmountCells<Row>(
  grid: GridState<Row>,
  shape: GridShape<Row>,
): GridState<Row> {
  const columns = shape.columns.filter(({ currency }) => currency !== undefined);
  const rereadRow = (row: RowState<Row>): RowState<Row> =>
    columns.reduce((now, column) => {
      const text = now.wrong[column.id]?.text ?? null;
      return text === null ? now : writeCellOfRow(now, column, text);
    }, row);
  const rereadRows = (rows: readonly RowState<Row>[]): readonly RowState<Row>[] => {
    const next = rows.map(rereadRow);
    return next.every((row, at) => row === rows[at]) ? rows : next;
  };
  return {
    ...grid,
    rows: rereadRows(grid.rows),
    past: grid.past.map(rereadRows),
    future: grid.future.map(rereadRows),
  };
}

/** Writes a text into a cell: the new value, or red text with a reason. */
export function writeGridCell<Row>(
  grid: GridState<Row>,
  shape: GridShape<Row>,
  cell: GridCell,
  text: string,
): GridState<Row> {
  const column = shape.columns.find(({ id }) => id === cell.column);
  if (column === undefined) return grid;
  return mapGridRows({ ...grid, typing: null }, (row) =>
    row.key === cell.key ? writeCellOfRow(row, column, text) : row,
  );
}

/** An offer of the drop-down taken into a cell. */
export function pickCellOffer<Row>(
  grid: GridState<Row>,
  shape: GridShape<Row>,
  cell: GridCell,
  value: string,
): GridState<Row> {
  const column = shape.columns.find(({ id }) => id === cell.column);
  const pick = column?.pick ?? column?.write;
  if (column === undefined || pick === undefined) return grid;
  return mapGridRows({ ...grid, typing: null }, (row) =>
    row.key === cell.key ? applyWriteResult(row, column, value, pick(row.value, value)) : row,
  );
}

/** Clears refused values of a row: the next reply decides again. Unreadable texts remain. */
export function clearRowRefusals<Row>(row: RowState<Row>): RowState<Row> {
  const kept = Object.entries(row.wrong).filter(([, { text }]) => text !== null);
  return kept.length === Object.keys(row.wrong).length
    ? row
    : { ...row, wrong: Object.fromEntries(kept) };
}

/** Replaces a row's value from outside; `undoable` makes a separate step. */
export function amendGridRow<Row>(
  grid: GridState<Row>,
  key: string,
  change: (row: Row) => Row,
  undoable = false,
): GridState<Row> {
  const rows = grid.rows.map((row) =>
    row.key === key
      ? { ...(undoable ? clearRowRefusals(row) : row), value: change(row.value) }
      : row,
  );
  return undoable ? pushUndoStep(grid, rows) : { ...grid, rows };
}

/**
 * Every row's value replaced at once (another customer, another warehouse). `mended`: column whose refused
 * values the change replaces.
 */
export function amendedAll<Row>(
  grid: GridState<Row>,
  change: (row: Row) => Row,
  mended: string | null = null,
): GridState<Row> {
  return mapGridRows(grid, (row) => {
    const value = change(row.value);
    return value === row.value ? row : withoutRefusal({ ...row, value }, mended);
  });
}

/** Marks a refusal from elsewhere (the server) at its cell. */
export function refuseGridCell<Row>(
  grid: GridState<Row>,
  cell: GridCell,
  reason: string,
): GridState<Row> {
  const rows = grid.rows.map((row) =>
    row.key === cell.key
      ? { ...row, wrong: { ...row.wrong, [cell.column]: { text: null, reason } } }
      : row,
  );
  return { ...grid, rows };
}

/** First and last row and column of the selected range, by index; null where nothing is focused. */
export function rangeOfSelection<Row>(grid: GridState<Row>, shape: GridShape<Row>) {
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

/** Ctrl+D: copies the range's first row down; for a single cell, copies the cell above. */
export function filledDown<Row>(grid: GridState<Row>, shape: GridShape<Row>): GridState<Row> {
  const range = rangeOfSelection(grid, shape);
  if (range === null) return grid;
  const single = range.top === range.bottom;
  const source = grid.rows[single ? range.top - 1 : range.top];
  if (source === undefined) return grid;
  const columns = shape.columns.slice(range.left, range.right + 1);
  return mapGridRows(grid, (row, at) => {
    const inside = at <= range.bottom && at >= (single ? range.top : range.top + 1);
    if (!inside) return row;
    return columns.reduce(
      (filled, column) => writeCellOfRow(filled, column, textOfCell(column, source.value)),
      row,
    );
  });
}

/** Delete: the range's cells emptied. */
export function clearSelectedCells<Row>(
  grid: GridState<Row>,
  shape: GridShape<Row>,
): GridState<Row> {
  const range = rangeOfSelection(grid, shape);
  if (range === null) return grid;
  const columns = shape.columns.slice(range.left, range.right + 1);
  return mapGridRows({ ...grid, typing: null }, (row, at) =>
    at < range.top || at > range.bottom
      ? row
      : columns.reduce((emptied, column) => writeCellOfRow(emptied, column, ''), row),
  );
}

/**
 * Ctrl+V: writes spreadsheet cells from the focus to the right and down, adding rows as needed. `columns`
 * assigns the texts of a row; default: the columns from the focus on.
 */
export function pasteGridCells<Row>(
  grid: GridState<Row>,
  shape: GridShape<Row>,
  cells: readonly (readonly string[])[],
  columns?: readonly GridColumn<Row>[],
): GridState<Row> {
  const range = rangeOfSelection(grid, shape);
  if (range === null || cells.length === 0) return grid;
  const missing = shape.fixed ? 0 : Math.max(0, range.top + cells.length - grid.rows.length);
  const last = grid.rows.at(-1)?.value;
  const blanks = Array.from({ length: missing }, () => shape.blank(last));
  const roomy = missing > 0 ? insertRowsAt(grid, grid.rows.length, blanks) : grid;
  const across = columns ?? shape.columns.slice(range.left);
  const rows = roomy.rows.map((row, at) => {
    const texts = cells[at - range.top];
    return texts === undefined ? row : writtenAcross(row, across, texts);
  });
  // Rows and texts form one step: undo reverts both.
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
    return column === undefined ? filled : writeCellOfRow(filled, column, text.trim());
  }, row);
}

/** Returns the range's texts for a spreadsheet. */
export function copySelectedCells<Row>(
  grid: GridState<Row>,
  shape: GridShape<Row>,
): readonly (readonly string[])[] {
  const range = rangeOfSelection(grid, shape);
  if (range === null) return [];
  const columns = shape.columns.slice(range.left, range.right + 1);
  return grid.rows
    .slice(range.top, range.bottom + 1)
    .map((row) =>
      columns.map((column) => row.wrong[column.id]?.text ?? textOfCell(column, row.value)),
    );
}

/** Undoes the last step (Ctrl+Z). */
export function undoGridStep<Row>(grid: GridState<Row>): GridState<Row> {
  const rows = grid.past.at(-1);
  if (rows === undefined) return grid;
  return keepFocusOnRow({
    ...grid,
    rows,
    past: grid.past.slice(0, -1),
    future: [...grid.future, grid.rows],
  });
}

/** Ctrl+Y. */
export function redoGridStep<Row>(grid: GridState<Row>): GridState<Row> {
  const rows = grid.future.at(-1);
  if (rows === undefined) return grid;
  return keepFocusOnRow({
    ...grid,
    rows,
    future: grid.future.slice(0, -1),
    past: [...grid.past, grid.rows],
  });
}

/** Keeps the focus on an existing row. */
function keepFocusOnRow<Row>(grid: GridState<Row>): GridState<Row> {
  const { focus } = grid;
  const resting = { ...grid, typing: null };
  if (focus === null || rowIndex(grid, focus.key) >= 0) return resting;
  const key = grid.rows.at(-1)?.key;
  return focusCell(resting, key === undefined ? null : { key, column: focus.column });
}
