import { dayOrders, narrowDayOrders } from '@tradehouse/domain';
import type { DayOrder } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { cellText, cellValue } from './cellValue.ts';
import type { CellAnswers, CellFault, CellValue } from './cellValue.ts';
import { NO_HEADINGS, headingsOf, noHeadings } from './headings.ts';
import type { ChosenSheetColumns, SheetHeadings, SheetColumn, SheetReader } from './headings.ts';
import { columnName } from './read/cells.ts';
import type { SheetCell, SheetRow } from './read/cells.ts';
import { isPackage } from './read/package.ts';
import { tableRows } from './read/rows.ts';
import type { FileChoice } from './read/rows.ts';

/** Row prepared for comparison: valid cells in the database's notation, faults for the rest. */
export interface StagedRow {
  readonly row: number;
  readonly cells: Readonly<Record<string, string | null>>;
  readonly derived: Readonly<Record<string, string>>;
  readonly faults: readonly (CellFault & { readonly field: string })[];
}

/** Key of a cell's text as typed, among the derived values of a row. */
export const typedKey = (field: string): string => `typed:${field}`;

const cellTextOf = (cell: SheetCell | undefined): string =>
  cell === undefined ? '' : cellText(cell).slice(0, 1000);

/** Rule of a sheet's rows beyond single cells: faults, derived values, replaced cells. */
export type RowRule = (
  cells: StagedRow['cells'],
) => Pick<StagedRow, 'derived' | 'faults'> & Partial<Pick<StagedRow, 'cells'>>;

/** Turns yes into no for a column such as Disabled. */
const oppositeValue = (value: CellValue): CellValue =>
  'value' in value && (value.value === 'true' || value.value === 'false')
    ? { value: value.value === 'true' ? 'false' : 'true' }
    : value;

/** Rows sent to the database together. */
const BATCH = 200;

export interface SheetReading extends SheetReader {
  readonly rule: RowRule;
  /** Rows at most. */
  readonly most: number;
  /** User's choices for reading the file. */
  readonly file?: FileChoice;
  readonly columns?: ChosenSheetColumns | undefined;
  readonly answers?: CellAnswers;
}

/** Reads a file batch by batch: the headings first, then rows. Never more than a batch stands in memory. */
export async function* stagedBatches(
  bytes: Uint8Array,
  { rule, most, file, columns: choice, answers = {}, ...reader }: SheetReading,
): AsyncGenerator<{ readonly headings: SheetHeadings; readonly rows: readonly StagedRow[] }> {
  const { sheet } = reader;
  const find = headingsOf(reader, choice);
  // A file without headings has none above its first row.
  let headings: SheetHeadings | null = find({ row: 0, cells: new Map() });
  let batch: StagedRow[] = [];
  let titles: readonly SheetCell[] = [];
  let width = Number.POSITIVE_INFINITY;
  const orders = new Map<string, readonly DayOrder[]>();
  let count = 0;
  let before = 0;
  for await (const row of tableRows(bytes, file)) {
    if (headings === null) {
      headings = find(row);
      titles = [...row.cells.values()];
      if (!isPackage(bytes)) width = Math.max(...row.cells.keys()) + 1;
      before += 1;
      if (headings === null && choice === undefined && before >= NO_HEADINGS) noHeadings(sheet);
      continue;
    }
    // Headings merged over two rows are no data.
    if ([...row.cells.values()].some((cell) => 'above' in cell && titles.includes(cell.above)))
      continue;
    const staged = stagedRow(row, headings.columns, {
      rule,
      width,
      orders,
      answers,
      currency: reader.currency,
      ownSign: reader.ownSign,
    });
    if (staged === null) continue;
    count += 1;
    if (count > most) refuseWith('sheet.tooManyRows', { most }, { field: 'file' });
    batch.push(staged);
    if (batch.length < BATCH) continue;
    yield { headings, rows: batch };
    batch = [];
  }
  if (headings === null)
    return choice === undefined
      ? noHeadings(sheet)
      : refuseWith('sheet.mapping', {}, { field: 'columns' });
  if (count === 0) refuseWith('sheet.empty', {}, { field: 'file' });
  if (batch.length > 0) yield { headings, rows: batch };
}

interface RowReading {
  readonly rule: RowRule;
  /** Columns that have a heading. */
  readonly width: number;
  /** Orders of days, by field, in which all rows above are days. */
  readonly orders: Map<string, readonly DayOrder[]>;
  readonly answers: CellAnswers;
  /** The company's own currency. */
  readonly currency: string;
  readonly ownSign: string;
}

/** Reads a row's cells in its columns; null if blank. */
function stagedRow(
  { row, cells: found }: SheetRow,
  columns: readonly SheetColumn[],
  { rule, width, orders, answers, currency, ownSign }: RowReading,
): StagedRow | null {
  if (!columns.some(({ column }) => found.has(column))) return null;
  const cells: Record<string, string | null> = {};
  const texts: Record<string, string> = {};
  const faults: (CellFault & { readonly field: string })[] = [];
  for (const { column, field, definition, factor, isOpposite } of columns) {
    const asWritten = cellValue(definition, found.get(column), {
      factor,
      currency,
      ownSign,
      ...answers,
    });
    const read = isOpposite === true ? oppositeValue(asWritten) : asWritten;
    const mixed = definition.type === 'day' ? findMixedDay(orders, field, found.get(column)) : null;
    const typed = cellTextOf(found.get(column));
    // A comparison splits names of unit groups into their parts.
    const isOwn = isOpposite === undefined && definition.foreign === undefined;
    if (typed !== '' && ('fault' in read || mixed !== null || field === 'unit' || !isOwn))
      texts[typedKey(field)] = typed;
    if ('fault' in read) faults.push({ field, ...read.fault });
    else if (mixed !== null) faults.push({ field, key: 'cell.day', facts: { value: mixed } });
    // A blank quantity leaves a warehouse unchanged; any other blank clears.
    else if (read.value !== null || !field.startsWith('stock:')) cells[field] = read.value;
  }
  const surplus = surplusIn({ row, cells: found }, columns, width);
  if (surplus !== undefined) faults.push(surplus);
  const own = rule(cells);
  return {
    row,
    cells: own.cells ?? cells,
    derived: { ...own.derived, ...texts },
    faults: [...faults, ...own.faults],
  };
}

/** Finds a day in another order than the days above: no single order reads both. */
function findMixedDay(
  orders: RowReading['orders'],
  field: string,
  cell: SheetCell | undefined,
): string | null {
  if (cell === undefined || !('text' in cell)) return null;
  const left = narrowDayOrders(orders.get(field) ?? dayOrders, cell.text);
  if (left.length === 0) return cell.text.slice(0, 40);
  orders.set(field, left);
  return null;
}

/** Finds a text right of all headings: a delimiter inside a value has shifted the cells behind. */
function surplusIn(
  { row, cells }: SheetRow,
  columns: readonly SheetColumn[],
  width: number,
): StagedRow['faults'][number] | undefined {
  const at = [...cells.keys()].find((column) => column >= width);
  const cell = at === undefined ? undefined : cells.get(at);
  const field = columns.at(-1)?.field;
  if (at === undefined || cell === undefined || field === undefined) return undefined;
  const facts = { cell: `${columnName(at)}${row}`, value: cellText(cell).slice(0, 40) };
  return { field, key: 'cell.surplus', facts };
}

/** Stores rows outside the books, to be compared. */
export async function stageSheetRows(
  { tx, tenantId }: Context,
  id: string,
  rows: readonly StagedRow[],
): Promise<void> {
  const faults = rows.flatMap(({ row, faults }) => faults.map((fault) => ({ row, ...fault })));
  await sql`
    insert into sheet_row (tenant_id, import_id, row, cells, derived)
    select ${tenantId}::bigint, ${id}::bigint, given.* from ${rowsAsTable(
      rows.map(({ row, cells, derived }) => ({ row, cells, derived })),
      'row int, cells jsonb, derived jsonb',
    )}
    returning row`.execute(tx);
  if (faults.length === 0) return;
  await sql`
    insert into sheet_fault (tenant_id, import_id, row, field, key, facts)
    select ${tenantId}::bigint, ${id}::bigint, given.* from ${rowsAsTable(
      faults,
      'row int, field text, key text, facts jsonb',
    )}
    on conflict do nothing`.execute(tx);
}
