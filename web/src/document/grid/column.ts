import {
  hasScaledUnit,
  isHeadingInAnotherCurrency,
  isInAnotherCurrency,
  isNoName,
  plainNumberColumn,
  workbookNumbersIn,
} from '@tradehouse/domain';
import type { NumberSource, WorkbookNumbers } from '@tradehouse/domain';
import { settingsSignOf } from '../../control/fieldNumber.ts';
import { t } from '../../phrase/index.ts';
import { titleWidths } from '../../record/labels.ts';

/** Result of writing a text into a cell: the new row, or the reason for refusal. */
export type CellWriteResult<Row> = { readonly row: Row } | { readonly wrong: string };

/** Offer in a cell's drop-down list. */
export interface Suggestion {
  readonly value: string;
  readonly label: string;
  /** Details that identify an offer: specification, stock, unit. */
  readonly hint?: string;
}

/** Column of a line grid over any rows. All texts are in the user's notation. */
export interface GridColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** Further sheet headings for the column, also in the other language. */
  readonly also?: readonly string[];
  /** Pixels. */
  readonly width: number;
  /** Takes the remaining width of the grid. */
  readonly grow?: true;
  /** Stays visible beside the row number during sideways scrolling; at most one column. */
  readonly frozen?: true;
  readonly align?: 'left' | 'right' | 'center';
  readonly required?: true;
  /** A save refuses this row's cell as missing; Enter goes back to the cell. */
  readonly isMissing?: (row: Row) => boolean;
  /** Further column whose refused value is decided again after a write; null: none. */
  readonly mends?: (row: Row) => string | null;
  /** Currency code of the column's amounts. */
  readonly currency?: string;
  /** Virtual keyboard on a phone. */
  readonly keyboard?: 'decimal' | 'numeric' | 'text';
  /** The column is drawn only while this holds; absent means always. */
  readonly needed?: (rows: readonly Row[]) => boolean;
  /** Text of the resting cell. */
  readonly show: (row: Row) => string;
  /** Text for editing, copying and filling down; default: `show`. */
  readonly text?: (row: Row) => string;
  /** Takes a typed or pasted text; absent means the column is read-only. */
  readonly write?: (row: Row, text: string) => CellWriteResult<Row>;
  /** This row's cell may be written; default yes. */
  readonly editable?: (row: Row) => boolean;
  /** Enter stops here; default: no. */
  readonly stop?: (row: Row) => boolean;
  /** Offers for a text; asynchronous offers are requested only after typing pauses. */
  readonly suggest?: (
    row: Row,
    text: string,
    signal: AbortSignal,
  ) => readonly Suggestion[] | Promise<readonly Suggestion[]>;
  /** Milliseconds of pause before `suggest` runs. */
  readonly suggestAfter?: number;
  /** Takes an offer; default: `write` with the offer's value. */
  readonly pick?: (row: Row, value: string) => CellWriteResult<Row>;
  /** Creates a missing record from the typed text; offered as "new …" after the offers. */
  readonly add?: (key: string, typed: string) => void;
  /** True if the row's text names nothing known: the resting cell offers to create the record. */
  readonly lacks?: (row: Row) => boolean;
  /** Opens the cell's own dialog (F4, or the button in the cell). */
  readonly open?: (key: string) => void;
  /** The dialog can be opened for this row; default: where the cell may be written. */
  readonly opens?: (row: Row) => boolean;
  /** Text in the totals row. */
  readonly total?: (rows: readonly Row[]) => string;
  /** Reason for a warning about a readable value (a price below the minimum); null: fine. */
  readonly warn?: (row: Row) => string | null;
  /** Tooltip of the cell. */
  readonly hint?: (row: Row) => string | null;
  /** Emphasis of the value. */
  readonly tone?: (row: Row) => 'bad' | 'muted' | 'link' | undefined;
}

/** Pixels of cell padding, of a wide (Chinese) and any other character, at the grid's size; of the star. */
const PADDING = 16;
const WIDE = 13;
const NARROW = 7.5;
const STAR = 9;

/** Estimates the width of a cell with a text. */
const cellWidth = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (sign > '\u{2E7F}' ? WIDE : NARROW), PADDING);

/** Estimates if a text fits the column's minimum width. */
export const canFitText = <Row>({ width }: GridColumn<Row>, text: string): boolean =>
  cellWidth(text) <= width;

/** Estimates the width of a title, at the grid's size, in the widest possible font. */
const titleWidth = (title: string): number =>
  Math.ceil((titleWidths(title).whole * WIDE) / 14) + PADDING;

/** Widens a column whose title is long in the user's language. */
export const withTitleRoom = <Row>(column: GridColumn<Row>): GridColumn<Row> => ({
  ...column,
  width: Math.max(column.width, titleWidth(column.title) + (column.required ? STAR : 0)),
});

export const textOfCell = <Row>(column: GridColumn<Row>, row: Row): string =>
  (column.text ?? column.show)(row);

export const isCellWritable = <Row>(column: GridColumn<Row>, row: Row): boolean =>
  column.write !== undefined && (column.editable?.(row) ?? true);

export const canOpenCell = <Row>(column: GridColumn<Row>, row: Row): boolean =>
  column.open !== undefined && (column.opens?.(row) ?? isCellWritable(column, row));

/** Checks if Enter stops at the cell. */
export const stopsAt = <Row>(column: GridColumn<Row>, row: Row): boolean =>
  isCellWritable(column, row) && (column.stop?.(row) ?? false);

/** Returns the number format of a column, including its currency. */
export const sourceIn = (
  { currency }: Pick<GridColumn<never>, 'currency'>,
  source: NumberSource,
): NumberSource =>
  currency === undefined ? source : { ...source, currency, ownSign: settingsSignOf(currency) };

/** Returns a column refusing texts with a reason. */
export function refuseTexts<Row>(
  column: GridColumn<Row>,
  reasonFor: (text: string) => string | undefined,
): GridColumn<Row> {
  const { write } = column;
  if (write === undefined) return column;
  return {
    ...column,
    write: (row, text) => {
      const wrong = reasonFor(text);
      return wrong === undefined ? write(row, text) : { wrong };
    },
  };
}

/** Returns an amount column that refuses numbers with another currency. */
export const columnInCurrency = <Row>(
  column: GridColumn<Row>,
  currency: string,
): GridColumn<Row> => ({
  ...refuseTexts(column, (text) =>
    isInAnotherCurrency(text, currency, settingsSignOf(currency))
      ? t('table.otherCurrency', { text, currency })
      : undefined,
  ),
  currency,
});

/** Returns a column of a file: formulas, errors and repeat marks of spreadsheets are refused. */
export const refuseNoNames = <Row>(column: GridColumn<Row>): GridColumn<Row> =>
  refuseTexts(column, (text) => (isNoName(text) ? t('editor.wrong.noName', { text }) : undefined));

/** Returns a file's column, refusing all texts below another currency or a unit: 金额(万元), 数量(箱). */
export function columnBelow<Row>(column: GridColumn<Row>, title: string): GridColumn<Row> {
  const { currency, keyboard } = column;
  if (currency !== undefined && isHeadingInAnotherCurrency(title, currency))
    return refuseTexts(column, () => t('table.otherCurrency', { text: title, currency }));
  return keyboard === 'decimal' && hasScaledUnit(title)
    ? refuseTexts(column, () => t('import.unread', { name: title }))
    : column;
}

/** Converts each column's numbers to plain decimals if the whole column makes the notation clear. */
export const plainNumbers = (
  cells: readonly (readonly string[])[],
  columns: readonly (Pick<GridColumn<never>, 'keyboard' | 'currency'> | undefined)[],
  workbookNumbers: WorkbookNumbers = [],
): readonly (readonly string[])[] =>
  columns.reduce((rows, column, place) => {
    if (column?.keyboard !== 'decimal') return rows;
    const texts = plainNumberColumn(
      rows.map((row) => row[place] ?? ''),
      sourceIn(column, workbookNumbersIn(workbookNumbers, place)),
    );
    return rows.map((row, at) => (place < row.length ? row.with(place, texts[at] ?? '') : row));
  }, cells);
