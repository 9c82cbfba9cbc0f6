import { plainHead } from '@tradehouse/contract';
import { CallError } from '../../app/net/envelope.ts';
import { ownCurrency } from '../../app/settings/settings.ts';
import { t } from '../../phrase/index.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { focused, refused, unrefused } from '../grid/gridState.ts';
import type { GridState } from '../grid/gridState.ts';
import type { CommonHead } from './commonHead.ts';
import { numberOf } from './priced.ts';

/** The parts of an editor; a phone shows one at a time. */
export const steps = ['head', 'lines', 'foot'] as const;
export type Step = (typeof steps)[number];

/** What a save was refused for: a sentence, head fields by their name in the body, and the part that is to be mended. */
export interface Refusal {
  readonly message: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly step: Step | null;
  /** Cells are red for it: mended with the last of them. */
  readonly ofCells?: true;
}

export const noRefusal: Refusal = { message: null, fields: {}, step: null };

/** The lines as a whole are refused. */
export const refusedLines = (message: string): Refusal => ({ message, fields: {}, step: 'lines' });

const headFields: ReadonlySet<string> = new Set([
  'partnerId',
  'time',
  'number',
  'handlerId',
  'salespersonIds',
  'activityId',
  'currency',
  'exchangeRate',
  ...plainHead.names,
]);

/** Which part of an editor holds a field of the body. */
const stepOf = (field: string): Step => {
  if (/^lines\b/.test(field)) return 'lines';
  return headFields.has(field) ? 'head' : 'foot';
};

/** A field of the document is refused. */
export const refusedField = (name: string, message: string): Refusal => ({
  message,
  fields: { [name]: message },
  step: stepOf(name),
});

/** Refuses a foreign currency without a rate. */
export function refusedRate({
  currency,
  exchangeRate,
}: Pick<CommonHead, 'currency' | 'exchangeRate'>): Refusal | null {
  const needsRate = currency !== '' && currency !== ownCurrency();
  return needsRate && !numberOf(exchangeRate).gt(0)
    ? refusedField('exchangeRate', t('money.noRate', { currency }))
    : null;
}

const refusedCells = (message: string): Refusal => ({ ...refusedLines(message), ofCells: true });

/** Something in the lines can't be read or is refused where it stands. */
export const wrongCells = <Row>(store: GridStore<Row>): Refusal | null =>
  store.grid().rows.some((row) => Object.keys(row.wrong).length > 0)
    ? refusedCells(t('editor.save.wrongCells'))
    : null;

/** Names of a body's line fields whose column is called otherwise. */
const columnNames: Readonly<Record<string, string>> = {
  warehouseId: 'warehouse',
  targetWarehouseId: 'targetWarehouse',
  settledDocumentId: 'number',
  accountId: 'account',
  itemId: 'item',
};

/** `field` as the server names it may be a path (`lines.2.quantity`); its last word names the column. */
const columnOf = (field: string | undefined, fallback: string): string => {
  const name = field?.split(/[./]/).at(-1) ?? fallback;
  return columnNames[name] ?? name;
};

/** Takes back what the server said of cells before, so that the next answer stands alone. What could not be read stays. */
export function pardoned<Row>(grid: GridState<Row>): GridState<Row> {
  return { ...grid, rows: grid.rows.map(unrefused) };
}

/** The sentence with the line before it, unless it names that line itself. */
export const atLine = (line: number, reason: string): string =>
  new RegExp(`(第 ?|\\bline )${line}(?!\\d)`, 'i').test(reason)
    ? reason
    : t('editor.save.atLine', { line, reason });

/**
 * Puts a refusal where it belongs: at its cell when it names a line, at its head field, and always as a sentence above
 * the document. `keys` are the rows that were sent, in order; `column` is where a line's refusal goes that names no field;
 * `partsColumn` names the column that shows the parts of a line, since `allocations` is none.
 */
export function placeRefusal<Row>(
  error: unknown,
  store: GridStore<Row>,
  keys: readonly string[],
  column: string,
  partsColumn: (row: Row) => string = () => column,
): Refusal {
  if (!(error instanceof CallError)) throw error;
  const { field, line, lines = [{ ...error.facts, message: error.message }] } = error.facts;
  const cells = lines.flatMap(({ line: at = 0, field: named, message }) => {
    const key = keys[at - 1];
    const row = key === undefined ? undefined : store.row(key)?.value;
    if (key === undefined || row === undefined) return [];
    const own = columnOf(named, column);
    return [{ key, column: own === 'allocations' ? partsColumn(row) : own, message }];
  });
  const [first] = cells;
  if (first !== undefined) {
    store.change((grid) => {
      const told = cells.reduce((now, { message, ...cell }) => refused(now, cell, message), grid);
      return focused(told, { key: first.key, column: first.column });
    });
    return error.facts.lines === undefined
      ? refusedCells(atLine(line ?? 0, error.message))
      : refusedCells(t('editor.save.refusedLines', { count: cells.length }));
  }
  if (field !== undefined) return refusedField(field, error.message);
  // Without an answer it may be saved all the same; the form's key sees to it that it is saved once.
  const message = error.status === 0 ? t('editor.save.unanswered') : error.message;
  return { ...noRefusal, message };
}

/** Somebody saved the record since it was read. */
export const isStale = (error: unknown): boolean =>
  error instanceof CallError && error.code === 409_001;

/** The key of the form was used for another body: an earlier try reached the server. */
export const isKeyReused = (error: unknown): boolean =>
  error instanceof CallError && error.code === 409_002;
