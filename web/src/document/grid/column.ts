import { plainNumberColumn } from '@tradehouse/domain';
import type { NumberSource } from '@tradehouse/domain';

/** What a cell answers to a text: the row it makes, or the reason why it can't. */
export type Written<Row> = { readonly row: Row } | { readonly wrong: string };

/** One offer of a cell's drop-down list. */
export interface Suggestion {
  readonly value: string;
  readonly label: string;
  /** Recognised by it: specification, stock, unit. */
  readonly hint?: string;
}

/** A column of a line grid over rows of any sort. All texts are what the user reads and types. */
export interface GridColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** What else a heading of a sheet may call it, in the other language too. */
  readonly also?: readonly string[];
  /** Pixels. */
  readonly width: number;
  /** Takes what is left of the grid's width. */
  readonly grow?: true;
  /** Stays in sight beside the row's number while the rest moves sideways; one column at most. */
  readonly frozen?: true;
  readonly align?: 'left' | 'right' | 'center';
  readonly required?: true;
  /** Which virtual keyboard a phone shows. */
  readonly keyboard?: 'decimal' | 'numeric' | 'text';
  /** The column is drawn only while this holds; absent means always. */
  readonly needed?: (rows: readonly Row[]) => boolean;
  /** What the resting cell shows. */
  readonly show: (row: Row) => string;
  /** What the cell holds while it is edited, copied and filled down; `show` when absent. */
  readonly text?: (row: Row) => string;
  /** Takes a typed or pasted text; absent means the column is read-only. */
  readonly write?: (row: Row, text: string) => Written<Row>;
  /** This row's cell may be written; default yes. */
  readonly editable?: (row: Row) => boolean;
  /** Enter stops here; default no. */
  readonly stop?: (row: Row) => boolean;
  /** Offers for a text; a slow one answers a promise and is asked only when typing rests. */
  readonly suggest?: (
    row: Row,
    text: string,
    signal: AbortSignal,
  ) => readonly Suggestion[] | Promise<readonly Suggestion[]>;
  /** Milliseconds that typing must rest before `suggest` is asked. */
  readonly suggestAfter?: number;
  /** Takes an offer; `write` of its value when absent. */
  readonly pick?: (row: Row, value: string) => Written<Row>;
  /** Makes what a choice lacks, from what was typed; offered as "new …" after the offers. */
  readonly add?: (key: string, typed: string) => void;
  /** The row's text here names nothing that is known: the resting cell offers to make it. */
  readonly lacks?: (row: Row) => boolean;
  /** Opens the cell's own dialog (F4, or the button in the cell). */
  readonly open?: (key: string) => void;
  /** The dialog can be opened for this row; default: where the cell may be written. */
  readonly opens?: (row: Row) => boolean;
  /** What stands in the totals row. */
  readonly total?: (rows: readonly Row[]) => string;
  /** Why the value is bad although it could be read (a price below the minimum), null where it is good. */
  readonly warn?: (row: Row) => string | null;
  /** What the cell says more when it is pointed at. */
  readonly hint?: (row: Row) => string | null;
  /** How the value is drawn where it must stand out. */
  readonly tone?: (row: Row) => 'bad' | 'muted' | 'link' | undefined;
}

/** Pixels of a cell's padding, of a wide sign (Chinese) and of any other, at the grid's size. */
const PADDING = 16;
const WIDE = 13;
const NARROW = 7.5;

/** Whether a column at its least width shows the whole of a text, as far as signs can be reckoned. */
export const fits = <Row>({ width }: GridColumn<Row>, text: string): boolean =>
  [...text].reduce((sum, sign) => sum + (sign > '\u{2E7F}' ? WIDE : NARROW), PADDING) <= width;

export const textOf = <Row>(column: GridColumn<Row>, row: Row): string =>
  (column.text ?? column.show)(row);

/** Whether the cell takes input. */
export const writable = <Row>(column: GridColumn<Row>, row: Row): boolean =>
  column.write !== undefined && (column.editable?.(row) ?? true);

/** Whether the cell has a dialog of its own. */
export const openable = <Row>(column: GridColumn<Row>, row: Row): boolean =>
  column.open !== undefined && (column.opens?.(row) ?? writable(column, row));

/** Whether Enter stops at the cell. */
export const stopsAt = <Row>(column: GridColumn<Row>, row: Row): boolean =>
  writable(column, row) && (column.stop?.(row) ?? false);

/** Cells with the numbers of each column as plain decimals, where all rows of the column say how they are written. */
export const plainNumbers = (
  cells: readonly (readonly string[])[],
  columns: readonly (Pick<GridColumn<never>, 'keyboard'> | undefined)[],
  source: NumberSource = {},
): readonly (readonly string[])[] =>
  columns.reduce((rows, column, place) => {
    if (column?.keyboard !== 'decimal') return rows;
    const texts = plainNumberColumn(
      rows.map((row) => row[place] ?? ''),
      source,
    );
    return rows.map((row, at) => (place < row.length ? row.with(place, texts[at] ?? '') : row));
  }, cells);
