import { plainHead } from '@tradehouse/contract';
import { CallError } from '../../app/net/envelope.ts';
import { ownCurrency } from '../../app/settings/settings.ts';
import { t } from '../../phrase/index.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { focusCell, refuseGridCell, clearRowRefusals } from '../grid/gridState.ts';
import type { GridState } from '../grid/gridState.ts';
import type { CommonHead } from './commonHead.ts';
import { decimalFromDraft } from './priced.ts';

/** Sections of an editor; a phone shows one at a time. */
export const steps = ['head', 'lines', 'foot'] as const;
export type EditorStep = (typeof steps)[number];

/** Refused save: a sentence, head fields by body name, and the section to correct. */
export interface SaveRefusal {
  readonly message: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly step: EditorStep | null;
  /** Caused by marked cells: cleared with the last marked cell. */
  readonly ofCells?: true;
}

export const noRefusal: SaveRefusal = { message: null, fields: {}, step: null };

export const refusedLines = (message: string): SaveRefusal => ({
  message,
  fields: {},
  step: 'lines',
});

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

/** Returns the editor section of a body field. */
const editorStepOfField = (field: string): EditorStep => {
  if (/^lines\b/.test(field)) return 'lines';
  return headFields.has(field) ? 'head' : 'foot';
};

/** A field of the document is refused. */
export const refusedField = (name: string, message: string): SaveRefusal => ({
  message,
  fields: { [name]: message },
  step: editorStepOfField(name),
});

/** Refuses a foreign currency without a rate. */
export function refusedRate({
  currency,
  exchangeRate,
}: Pick<CommonHead, 'currency' | 'exchangeRate'>): SaveRefusal | null {
  const needsRate = currency !== '' && currency !== ownCurrency();
  return needsRate && !decimalFromDraft(exchangeRate).gt(0)
    ? refusedField('exchangeRate', t('money.noRate', { currency }))
    : null;
}

const refusedCells = (message: string): SaveRefusal => ({
  ...refusedLines(message),
  ofCells: true,
});

/** Refuses lines with unreadable or refused cells. */
export const wrongCells = <Row>(store: GridStore<Row>): SaveRefusal | null =>
  store.grid().rows.some((row) => Object.keys(row.wrong).length > 0)
    ? refusedCells(t('editor.save.wrongCells'))
    : null;

/** Columns of body line fields with a different name. */
const columnNames: Readonly<Record<string, string>> = {
  warehouseId: 'warehouse',
  targetWarehouseId: 'targetWarehouse',
  settledDocumentId: 'number',
  accountId: 'account',
  itemId: 'item',
};

/** Returns the column of a body `field`, possibly a path (`lines.2.quantity`): the last word. */
export const columnOfField = (field: string): string => {
  const name = field.split(/[./]/).at(-1) ?? field;
  return columnNames[name] ?? name;
};

/**
 * Clears refusals of the server from cells, so that only refusals of the next reply are shown. Unreadable
 * texts remain.
 */
export function clearGridRefusals<Row>(grid: GridState<Row>): GridState<Row> {
  return { ...grid, rows: grid.rows.map(clearRowRefusals) };
}

/** Prefixes a sentence with its line number unless already named. */
export const prefixLineNumber = (line: number, reason: string): string =>
  new RegExp(`(第 ?|\\bline )${line}(?!\\d)`, 'i').test(reason)
    ? reason
    : t('editor.save.atLine', { line, reason });

/**
 * Shows a refusal at its cell if a line is named, at its head field, and always as a sentence above the
 * document. `keys`: rows sent, in order. `column`: target of line refusals without a field. `partsColumn`:
 * column showing a line's parts, since `allocations` is no column.
 */
export function placeRefusal<Row>(
  error: unknown,
  store: GridStore<Row>,
  keys: readonly string[],
  column: string,
  partsColumn: (row: Row) => string = () => column,
): SaveRefusal {
  if (!(error instanceof CallError)) throw error;
  const { field, line, lines = [{ ...error.facts, message: error.message }] } = error.facts;
  const cells = lines.flatMap(({ line: at = 0, field: named, message }) => {
    const key = keys[at - 1];
    const row = key === undefined ? undefined : store.row(key)?.value;
    if (key === undefined || row === undefined) return [];
    const own = columnOfField(named ?? column);
    return [{ key, column: own === 'allocations' ? partsColumn(row) : own, message }];
  });
  const [first] = cells;
  if (first !== undefined) {
    store.change((grid) => {
      const marked = cells.reduce(
        (now, { message, ...cell }) => refuseGridCell(now, cell, message),
        grid,
      );
      return focusCell(marked, { key: first.key, column: first.column });
    });
    return error.facts.lines === undefined
      ? refusedCells(prefixLineNumber(line ?? 0, error.message))
      : refusedCells(t('editor.save.refusedLines', { count: cells.length }));
  }
  if (field !== undefined) return refusedField(field, error.message);
  // Without a reply the save may have succeeded; the form's key prevents a second save.
  const message = error.status === 0 ? t('editor.save.unanswered') : error.message;
  return { ...noRefusal, message };
}

/** Checks for a record saved by another user since read. */
export const isStale = (error: unknown): boolean =>
  error instanceof CallError && error.code === 409_001;

/** Returns true if the form's idempotency key was used with other content: an earlier save succeeded. */
export const isKeyReused = (error: unknown): boolean =>
  error instanceof CallError && error.code === 409_002;
