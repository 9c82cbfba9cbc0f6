import { stopsAt, textOf, writable } from './column.ts';
import type { GridColumn, Written } from './column.ts';

/** A text that a cell could not take, and why; `text` null where the value itself was refused later. */
export interface Wrong {
  readonly text: string | null;
  readonly reason: string;
}

export interface SheetRow<Row> {
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
export interface Sheet<Row> {
  readonly rows: readonly SheetRow<Row>[];
  readonly focus: Cell | null;
  readonly anchor: Cell | null;
  /** What is being typed into the focused cell; null while it rests. */
  readonly typing: string | null;
  readonly past: readonly (readonly SheetRow<Row>[])[];
  readonly future: readonly (readonly SheetRow<Row>[])[];
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
}

export const LONGEST_UNDO = 200;

const NOTHING_WRONG = {};

/** A sheet over the given rows, nothing focused. */
export function sheetOf<Row>(values: readonly Row[]): Sheet<Row> {
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

export const rowIndex = <Row>(sheet: Sheet<Row>, key: string): number =>
  sheet.rows.findIndex((row) => row.key === key);

const columnIndex = <Row>(shape: Shape<Row>, id: string): number =>
  Math.max(
    0,
    shape.columns.findIndex((column) => column.id === id),
  );

const between = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

/** Replaces the rows as one undoable step. */
function stepped<Row>(sheet: Sheet<Row>, rows: readonly SheetRow<Row>[]): Sheet<Row> {
  return { ...sheet, rows, past: [...sheet.past, sheet.rows].slice(-LONGEST_UNDO), future: [] };
}

/** The focus put on a cell, or with `extend` the range stretched to it. */
export function focused<Row>(sheet: Sheet<Row>, cell: Cell | null, extend = false): Sheet<Row> {
  const anchor = extend && sheet.anchor !== null ? sheet.anchor : cell;
  return { ...sheet, focus: cell, anchor, typing: null };
}

const cellAt = <Row>(
  sheet: Sheet<Row>,
  shape: Shape<Row>,
  row: number,
  column: number,
): Cell | null => {
  const key = sheet.rows[between(row, 0, sheet.rows.length - 1)]?.key;
  const id = shape.columns[between(column, 0, shape.columns.length - 1)]?.id;
  return key === undefined || id === undefined ? null : { key, column: id };
};

/** Moves the focus by rows and columns and stays inside. */
export function moved<Row>(
  sheet: Sheet<Row>,
  shape: Shape<Row>,
  by: { readonly rows?: number; readonly columns?: number; readonly extend?: boolean },
): Sheet<Row> {
  if (sheet.focus === null) return focused(sheet, cellAt(sheet, shape, 0, 0));
  const row = rowIndex(sheet, sheet.focus.key) + (by.rows ?? 0);
  const column = columnIndex(shape, sheet.focus.column) + (by.columns ?? 0);
  return focused(sheet, cellAt(sheet, shape, row, column), by.extend);
}

type Test<Row> = (column: GridColumn<Row>, row: Row) => boolean;

/** The first cell after (or before) the focus, row by row, that passes; null where there is none. */
function seek<Row>(
  sheet: Sheet<Row>,
  shape: Shape<Row>,
  forward: boolean,
  test: Test<Row>,
): Cell | null {
  const width = shape.columns.length;
  const { focus } = sheet;
  const start =
    focus === null ? -1 : rowIndex(sheet, focus.key) * width + columnIndex(shape, focus.column);
  const step = forward ? 1 : -1;
  for (let at = start + step; at >= 0 && at < sheet.rows.length * width; at += step) {
    const row = sheet.rows[Math.floor(at / width)];
    const column = shape.columns[at % width];
    if (row !== undefined && column !== undefined && test(column, row.value)) {
      return { key: row.key, column: column.id };
    }
  }
  return null;
}

/** Tab: the next or previous cell that takes input; null where Tab leaves the grid. */
export function tabbed<Row>(
  sheet: Sheet<Row>,
  shape: Shape<Row>,
  forward: boolean,
): Sheet<Row> | null {
  const cell = seek(sheet, shape, forward, writable);
  return cell && focused(sheet, cell);
}

/**
 * Enter: the next cell that wants input, in a new row after the last. Null where the grid is done: the last row is
 * still blank, or no row may be added.
 */
export function entered<Row>(sheet: Sheet<Row>, shape: Shape<Row>): Sheet<Row> | null {
  const cell = seek(sheet, shape, true, stopsAt);
  if (cell !== null) return focused(sheet, cell);
  const last = sheet.rows.at(-1);
  if (shape.fixed || (last !== undefined && shape.isBlank(last.value))) return null;
  return appended(sheet, shape);
}

/** A blank row after the last, the focus on its first cell that wants input. */
export function appended<Row>(sheet: Sheet<Row>, shape: Shape<Row>): Sheet<Row> {
  const made = inserted(sheet, sheet.rows.length, [shape.blank(sheet.rows.at(-1)?.value)]);
  const row = made.rows.at(-1);
  const column = row && shape.columns.find((candidate) => stopsAt(candidate, row.value));
  return row && column ? focused(made, { key: row.key, column: column.id }) : made;
}

/** Rows put in at a place, as one undoable step. */
export function inserted<Row>(sheet: Sheet<Row>, at: number, values: readonly Row[]): Sheet<Row> {
  const added = values.map((value, offset) => ({
    key: String(sheet.nextKey + offset),
    value,
    wrong: NOTHING_WRONG,
  }));
  const rows = sheet.rows.toSpliced(at, 0, ...added);
  return { ...stepped(sheet, rows), nextKey: sheet.nextKey + values.length };
}

/** The rows with these keys gone; the focus goes to the row that took their place. */
export function removed<Row>(
  sheet: Sheet<Row>,
  shape: Shape<Row>,
  keys: ReadonlySet<string>,
): Sheet<Row> {
  const first = sheet.rows.findIndex((row) => keys.has(row.key));
  if (first < 0) return sheet;
  const rows = sheet.rows.filter((row) => !keys.has(row.key));
  const left = stepped({ ...sheet, typing: null }, rows);
  if (rows.length === 0) return shape.fixed ? focused(left, null) : appended(left, shape);
  const column = columnIndex(shape, sheet.focus?.column ?? '');
  return focused(left, cellAt(left, shape, first, column));
}

/** One row moved up or down by one place. */
export function shifted<Row>(sheet: Sheet<Row>, key: string, by: 1 | -1): Sheet<Row> {
  const from = rowIndex(sheet, key);
  const to = from + by;
  const row = sheet.rows[from];
  if (row === undefined || to < 0 || to >= sheet.rows.length) return sheet;
  return stepped(sheet, sheet.rows.toSpliced(from, 1).toSpliced(to, 0, row));
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
  row: SheetRow<Row>,
  column: string,
  text: string,
  written: Written<Row>,
): SheetRow<Row> {
  if ('wrong' in written) {
    return { ...row, wrong: { ...row.wrong, [column]: { text, reason: written.wrong } } };
  }
  return { ...row, value: written.row, wrong: without(row.wrong, column) };
}

function written<Row>(row: SheetRow<Row>, column: GridColumn<Row>, text: string): SheetRow<Row> {
  if (!writable(column, row.value) || column.write === undefined) return row;
  if (row.wrong[column.id] === undefined && text === textOf(column, row.value)) return row;
  return answered(row, column.id, text, column.write(row.value, text));
}

const replaced = <Row>(
  sheet: Sheet<Row>,
  change: (row: SheetRow<Row>, at: number) => SheetRow<Row>,
): Sheet<Row> => {
  const rows = sheet.rows.map(change);
  return rows.every((row, at) => row === sheet.rows[at]) ? sheet : stepped(sheet, rows);
};

/** A text written into a cell: the new value, or the text kept in red with its reason. */
export function wrote<Row>(
  sheet: Sheet<Row>,
  shape: Shape<Row>,
  cell: Cell,
  text: string,
): Sheet<Row> {
  const column = shape.columns.find(({ id }) => id === cell.column);
  if (column === undefined) return sheet;
  return replaced({ ...sheet, typing: null }, (row) =>
    row.key === cell.key ? written(row, column, text) : row,
  );
}

/** An offer of the drop-down taken into a cell. */
export function picked<Row>(
  sheet: Sheet<Row>,
  shape: Shape<Row>,
  cell: Cell,
  value: string,
): Sheet<Row> {
  const column = shape.columns.find(({ id }) => id === cell.column);
  const pick = column?.pick ?? column?.write;
  if (column === undefined || pick === undefined) return sheet;
  return replaced({ ...sheet, typing: null }, (row) =>
    row.key === cell.key ? answered(row, column.id, value, pick(row.value, value)) : row,
  );
}

/** A row's value replaced by something other than typing; `undoable` makes it a step of its own. */
export function amended<Row>(
  sheet: Sheet<Row>,
  key: string,
  change: (row: Row) => Row,
  undoable = false,
): Sheet<Row> {
  const rows = sheet.rows.map((row) =>
    row.key === key ? { ...row, value: change(row.value) } : row,
  );
  return undoable ? stepped(sheet, rows) : { ...sheet, rows };
}

/** Every row's value replaced at once (another customer, another warehouse). */
export function amendedAll<Row>(sheet: Sheet<Row>, change: (row: Row) => Row): Sheet<Row> {
  return replaced(sheet, (row) => {
    const value = change(row.value);
    return value === row.value ? row : { ...row, value };
  });
}

/** A refusal that came from elsewhere (the server), put at its cell. */
export function refused<Row>(sheet: Sheet<Row>, cell: Cell, reason: string): Sheet<Row> {
  const rows = sheet.rows.map((row) =>
    row.key === cell.key
      ? { ...row, wrong: { ...row.wrong, [cell.column]: { text: null, reason } } }
      : row,
  );
  return { ...sheet, rows };
}

/** First and last row and column of the selected range, by index; null where nothing is focused. */
export function rangeOf<Row>(sheet: Sheet<Row>, shape: Shape<Row>) {
  const { focus, anchor } = sheet;
  if (focus === null) return null;
  const from = anchor ?? focus;
  const rows = [rowIndex(sheet, from.key), rowIndex(sheet, focus.key)];
  const columns = [columnIndex(shape, from.column), columnIndex(shape, focus.column)];
  return {
    top: Math.max(0, Math.min(...rows)),
    bottom: Math.max(...rows),
    left: Math.min(...columns),
    right: Math.max(...columns),
  };
}

/** Ctrl+D: the range's first row copied into the rows below it; of a single cell, the cell above copied into it. */
export function filledDown<Row>(sheet: Sheet<Row>, shape: Shape<Row>): Sheet<Row> {
  const range = rangeOf(sheet, shape);
  if (range === null) return sheet;
  const single = range.top === range.bottom;
  const source = sheet.rows[single ? range.top - 1 : range.top];
  if (source === undefined) return sheet;
  const columns = shape.columns.slice(range.left, range.right + 1);
  return replaced(sheet, (row, at) => {
    const inside = at <= range.bottom && at >= (single ? range.top : range.top + 1);
    if (!inside) return row;
    return columns.reduce(
      (filled, column) => written(filled, column, textOf(column, source.value)),
      row,
    );
  });
}

/** Delete: the range's cells emptied. */
export function cleared<Row>(sheet: Sheet<Row>, shape: Shape<Row>): Sheet<Row> {
  const range = rangeOf(sheet, shape);
  if (range === null) return sheet;
  const columns = shape.columns.slice(range.left, range.right + 1);
  return replaced({ ...sheet, typing: null }, (row, at) =>
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
  sheet: Sheet<Row>,
  shape: Shape<Row>,
  cells: readonly (readonly string[])[],
  columns?: readonly GridColumn<Row>[],
): Sheet<Row> {
  const range = rangeOf(sheet, shape);
  if (range === null || cells.length === 0) return sheet;
  const missing = shape.fixed ? 0 : Math.max(0, range.top + cells.length - sheet.rows.length);
  const last = sheet.rows.at(-1)?.value;
  const blanks = Array.from({ length: missing }, () => shape.blank(last));
  const roomy = missing > 0 ? inserted(sheet, sheet.rows.length, blanks) : sheet;
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
    past: [...sheet.past, sheet.rows].slice(-LONGEST_UNDO),
    future: [],
  };
}

function writtenAcross<Row>(
  row: SheetRow<Row>,
  columns: readonly GridColumn<Row>[],
  texts: readonly string[],
) {
  return texts.reduce((filled, text, at) => {
    const column = columns[at];
    return column === undefined ? filled : written(filled, column, text.trim());
  }, row);
}

/** The range's texts, as a spreadsheet takes them. */
export function copied<Row>(sheet: Sheet<Row>, shape: Shape<Row>): readonly (readonly string[])[] {
  const range = rangeOf(sheet, shape);
  if (range === null) return [];
  const columns = shape.columns.slice(range.left, range.right + 1);
  return sheet.rows
    .slice(range.top, range.bottom + 1)
    .map((row) => columns.map((column) => row.wrong[column.id]?.text ?? textOf(column, row.value)));
}

/** Ctrl+Z. */
export function undone<Row>(sheet: Sheet<Row>): Sheet<Row> {
  const rows = sheet.past.at(-1);
  if (rows === undefined) return sheet;
  return within({
    ...sheet,
    rows,
    past: sheet.past.slice(0, -1),
    future: [...sheet.future, sheet.rows],
  });
}

/** Ctrl+Y. */
export function redone<Row>(sheet: Sheet<Row>): Sheet<Row> {
  const rows = sheet.future.at(-1);
  if (rows === undefined) return sheet;
  return within({
    ...sheet,
    rows,
    future: sheet.future.slice(0, -1),
    past: [...sheet.past, sheet.rows],
  });
}

/** The focus kept on a row that still stands. */
function within<Row>(sheet: Sheet<Row>): Sheet<Row> {
  const { focus } = sheet;
  const resting = { ...sheet, typing: null };
  if (focus === null || rowIndex(sheet, focus.key) >= 0) return resting;
  const key = sheet.rows.at(-1)?.key;
  return focused(resting, key === undefined ? null : { key, column: focus.column });
}
