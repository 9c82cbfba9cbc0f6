import { plainLine } from '@tradehouse/contract';
import { documentKinds, isNoName, plainDayColumn, surplusFinder } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import { plainNumbers } from '../grid/column.ts';
import { inserted } from '../grid/gridState.ts';
import type { Shape, GridState } from '../grid/gridState.ts';
import type { Column } from '../columns/lineForm.ts';
import { blankLine, isBlankLine } from '../draft/lineDraft.ts';
import type { LineDraft, LineProduct } from '../draft/lineDraft.ts';
import { withProduct } from './lineService.ts';
import type { Pricing } from '../draft/priced.ts';

/** What a column of a spreadsheet can hold, in the order lines are filled: what a cell needs comes before it. */
const FILLED = [
  'warehouse',
  'targetWarehouse',
  'stockType',
  'lot',
  'produced',
  'expiry',
  'serials',
  'quantity',
  'unitPrice',
  'taxRate',
  ...plainLine.names,
] as const;
export type ImportColumn = (typeof FILLED)[number] | 'barcode' | 'name';

/** The columns of a kind's spreadsheet, in their order (screens.md 5.9), and those that may follow. */
export function templateOf(code: GoodsKindCode): readonly ImportColumn[] {
  const kind = documentKinds[code];
  return [
    ...when(kind.warehouse, 'warehouse'),
    ...when(kind.targetWarehouse, 'targetWarehouse'),
    'barcode',
    'name',
    'quantity',
    ...when(kind.price !== null, 'unitPrice'),
    ...when(kind.amounts.includes('tax'), 'taxRate'),
    ...plainLine.namesOf(code),
    ...(kind.warehouse ? (['lot', 'produced', 'expiry', 'serials', 'stockType'] as const) : []),
  ];
}

const when = (condition: boolean, column: ImportColumn): readonly ImportColumn[] =>
  condition ? [column] : [];

/** A row as it was read, and what the cells came to. */
export interface ImportRow {
  /** Its place among the rows of the sheet, the headings counted, from 1. */
  readonly place: number;
  readonly texts: Readonly<Partial<Record<ImportColumn, string>>>;
  /** By column; empty where the line can be taken. */
  readonly wrong: Readonly<Partial<Record<ImportColumn, string>>>;
  readonly line: LineDraft | null;
}

interface ImportWorld {
  readonly products: ReadonlyMap<string, LineProduct>;
  readonly columns: readonly Column[];
  readonly pricing: Pricing;
  readonly warehouseId: string | null;
  /** Places of the rows in their file, from 1. */
  readonly places: readonly number[];
  /** Their headings; empty where they have none. */
  readonly titles: readonly string[];
  /** The cells are those of a spreadsheet. */
  readonly isSheet: boolean;
  readonly is1904: boolean;
  readonly unknown: (code: string) => string;
}

/** Lines from cells: each written as if it were typed, so what a cell can't hold is told the same way. */
export function importedRows(
  cells: readonly (readonly string[])[],
  meaning: readonly (ImportColumn | null)[],
  world: ImportWorld,
): readonly ImportRow[] {
  const { isSheet, titles, places } = world;
  const surplusIn =
    isSheet || titles.length === 0
      ? () => ''
      : surplusFinder([titles], { above: 1, mapping: meaning });
  return understood(cells, meaning, world).map((row, at) => {
    const texts: Partial<Record<ImportColumn, string>> = {};
    meaning.forEach((column, place) => {
      const text = row[place] ?? '';
      if (column !== null && text !== '') texts[column] = text;
    });
    const place = places[at] ?? at + 1;
    const surplus = surplusIn(row);
    if (surplus === '') return { place, texts, ...lineOf(texts, world) };
    return { place, texts, wrong: { barcode: t('table.surplus', { text: surplus }) }, line: null };
  });
}

const DAYS: ReadonlySet<ImportColumn> = new Set(['produced', 'expiry', 'expectedOn']);

/** Cells with their numbers and days written plainly, where the whole column says how they are written. */
function understood(
  cells: readonly (readonly string[])[],
  meaning: readonly (ImportColumn | null)[],
  { columns, isSheet, is1904 }: Pick<ImportWorld, 'columns' | 'isSheet' | 'is1904'>,
): readonly (readonly string[])[] {
  const numbers = plainNumbers(
    cells,
    meaning.map((meant) => columns.find(({ id }) => id === meant)),
    { isSheet },
  );
  return meaning.reduce((rows, column, place) => {
    if (column === null || !DAYS.has(column)) return rows;
    const texts = rows.map((row) => row[place] ?? '');
    const days = plainDayColumn(texts, is1904);
    return rows.map((row, at) => (place < row.length ? row.with(place, days[at] ?? '') : row));
  }, numbers);
}

function lineOf(
  texts: ImportRow['texts'],
  { products, columns, pricing, warehouseId, unknown }: ImportWorld,
): Pick<ImportRow, 'wrong' | 'line'> {
  const code = texts.barcode ?? '';
  const product = products.get(code);
  if (product === undefined) return { wrong: { barcode: unknown(code) }, line: null };
  const wrong: Partial<Record<ImportColumn, string>> = {};
  let line = withProduct(blankLine(warehouseId), product, pricing);
  for (const id of FILLED) {
    const text = texts[id];
    const column = columns.find((one) => one.id === id);
    if (text === undefined || column?.write === undefined) continue;
    const written = isNoName(text)
      ? { wrong: t('editor.wrong.noName', { text }) }
      : column.write(line, text);
    if ('wrong' in written) wrong[id] = written.wrong;
    else line = written.row;
  }
  const first = columns.find(({ id }) => id === 'quantity')?.warn?.(line) ?? null;
  if (first !== null && wrong.quantity === undefined) wrong.quantity = first;
  return { wrong, line: Object.keys(wrong).length === 0 ? line : null };
}

/** The codes that a text names, each once. */
export const codesIn = (
  cells: readonly (readonly string[])[],
  meaning: readonly (ImportColumn | null)[],
): readonly string[] => {
  const at = meaning.indexOf('barcode');
  return [...new Set(cells.flatMap((row) => row[at] ?? []).filter((code) => code !== ''))];
};

/** Whether the lines come beside those that are there, or instead of them. */
export type How = 'append' | 'replace';

/** The lines of a grid once others were imported. */
export function withImported(
  grid: GridState<LineDraft>,
  shape: Shape<LineDraft>,
  lines: readonly LineDraft[],
  how: How,
): GridState<LineDraft> {
  const kept = grid.rows.filter(({ value }) => how === 'append' && !isBlankLine(value));
  return {
    ...inserted({ ...grid, rows: kept }, kept.length, lines),
    past: [...grid.past, grid.rows],
    focus: null,
    anchor: null,
  };
}
