import { plainLine } from '@tradehouse/contract';
import {
  documentKinds,
  parseNumberColumn,
  parseDayColumn,
  plainTextOfNumber,
  surplusFinder,
  workbookNumbersIn,
} from '@tradehouse/domain';
import type { DayOrder, DecimalMark, GoodsKindCode, WorkbookNumbers } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import { columnBelow, refuseNoNames, sourceIn } from '../grid/column.ts';
import { insertRowsAt } from '../grid/gridState.ts';
import type { GridShape, GridState } from '../grid/gridState.ts';
import type { GoodsLineColumn } from '../columns/lineForm.ts';
import { blankLine, isUntouchedLine } from '../draft/lineDraft.ts';
import type { LineDraft, LineProduct } from '../draft/lineDraft.ts';
import { withLineProduct } from './lineService.ts';
import type { Pricing } from '../draft/priced.ts';

/** Spreadsheet columns in filling order: each after the columns needed to read its cells. */
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

/** Returns the columns of a kind's spreadsheet in order, then optional columns. */
export function templateOf(code: GoodsKindCode): readonly ImportColumn[] {
  const kind = documentKinds[code];
  return [
    ...includeColumnIf(kind.warehouse, 'warehouse'),
    ...includeColumnIf(kind.targetWarehouse, 'targetWarehouse'),
    'barcode',
    'name',
    'quantity',
    ...includeColumnIf(kind.price !== null, 'unitPrice'),
    ...includeColumnIf(kind.amounts.includes('tax'), 'taxRate'),
    ...plainLine.namesOf(code),
    ...(kind.warehouse ? (['lot', 'produced', 'expiry', 'serials', 'stockType'] as const) : []),
  ];
}

const includeColumnIf = (condition: boolean, column: ImportColumn): readonly ImportColumn[] =>
  condition ? [column] : [];

/** Row as read, and the results of its cells. */
export interface ImportRow {
  /** Row number in the sheet, headings included, from 1. */
  readonly place: number;
  readonly texts: Readonly<Partial<Record<ImportColumn, string>>>;
  /** By column; empty where the line can be taken. */
  readonly wrong: Readonly<Partial<Record<ImportColumn, string>>>;
  readonly line: LineDraft | null;
}

interface ImportWorld extends ImportFormat {
  readonly products: ReadonlyMap<string, LineProduct>;
  readonly columns: readonly GoodsLineColumn[];
  readonly pricing: Pricing;
  readonly warehouseId: string | null;
  /** Places of the rows in their file, from 1. */
  readonly places: readonly number[];
  /** Headings of the cells; empty if none. */
  readonly titles: readonly string[];
  readonly unknown: (code: string) => string;
}

/** Format in which the cells of a file are read. */
interface ImportFormat {
  /** Cells come from a spreadsheet. */
  readonly isSheet: boolean;
  readonly is1904: boolean;
  /** Numbers of the workbook among the cells. */
  readonly workbookNumbers: WorkbookNumbers;
  /** Chosen by the user. */
  readonly mark?: DecimalMark;
  readonly order?: DayOrder;
}

/** Creates lines from cells, each written like typed text, with equal refusals. */
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
  const columnsRead = readLineImportColumns(cells, meaning, world);
  const columns = world.columns.map((column) => {
    const title = titles[meaning.findIndex((id) => id === column.id)] ?? '';
    return refuseNoNames(columnBelow(column, title));
  });
  return cells.map((row, at) => {
    const texts: Partial<Record<ImportColumn, string>> = {};
    const refused = new Map<ImportColumn, LineCellRefusal>();
    meaning.forEach((column, place) => {
      const { text = '', refusal } = columnsRead[place]?.[at] ?? {};
      if (column === null || text === '') return;
      texts[column] = text;
      if (refusal !== undefined) refused.set(column, refusal);
    });
    const place = places[at] ?? at + 1;
    const surplus = surplusIn(row);
    if (surplus === '')
      return { place, texts, ...lineFromImportTexts(texts, refused, { ...world, columns }) };
    return { place, texts, wrong: { barcode: t('table.surplus', { text: surplus }) }, line: null };
  });
}

const DAYS: ReadonlySet<ImportColumn> = new Set(['produced', 'expiry', 'expectedOn']);

/**
 * Refused number of a cell: its column leaves open if the mark separates thousands or decimals, or its
 * decimal mark is another than the user chose. A refused day has no reading in the order of its column.
 */
type LineCellRefusal = 'ambiguous' | 'number' | 'day';

interface ReadCell {
  readonly text: string;
  readonly refusal?: LineCellRefusal;
}

/** Reads each column's cells; numbers and days are normalized if the whole column is unambiguous. */
function readLineImportColumns(
  cells: readonly (readonly string[])[],
  meaning: readonly (ImportColumn | null)[],
  { columns, ...format }: ImportFormat & Pick<ImportWorld, 'columns'>,
): readonly (readonly ReadCell[])[] {
  return meaning.map((column, place) => {
    const texts = cells.map((row) => row[place] ?? '');
    if (column !== null && DAYS.has(column))
      return parseDayColumn(texts, format).map((read, at) =>
        read.kind === 'day' ? { text: read.day } : { text: texts[at] ?? '', refusal: 'day' },
      );
    const shown = columns.find(({ id }) => id === column);
    if (shown?.keyboard !== 'decimal') return texts.map((text) => ({ text }));
    const own = workbookNumbersIn(format.workbookNumbers, place);
    const source = sourceIn(shown, { ...format, ...own });
    return parseNumberColumn(texts, source).map((read, at): ReadCell => {
      const text = plainTextOfNumber(read) ?? texts[at] ?? '';
      if (read.kind === 'number') return { text };
      return { text, refusal: read.kind === 'ambiguous' ? 'ambiguous' : 'number' };
    });
  });
}

function lineFromImportTexts(
  texts: ImportRow['texts'],
  refused: ReadonlyMap<ImportColumn, LineCellRefusal>,
  { products, columns, pricing, warehouseId, unknown }: ImportWorld,
): Pick<ImportRow, 'wrong' | 'line'> {
  const code = texts.barcode ?? '';
  const product = products.get(code);
  if (product === undefined) return { wrong: { barcode: unknown(code) }, line: null };
  const wrong: Partial<Record<ImportColumn, string>> = {};
  let line = withLineProduct(blankLine(warehouseId), product, pricing);
  for (const id of FILLED) {
    const text = texts[id];
    const column = columns.find((one) => one.id === id);
    if (text === undefined || column?.write === undefined) continue;
    const refusal = refused.get(id);
    const written =
      refusal === 'ambiguous' ? { wrong: t('editor.wrong.ambiguous') } : column.write(line, text);
    if ('wrong' in written) wrong[id] = written.wrong;
    else if (refusal !== undefined) wrong[id] = t(`editor.wrong.${refusal}`);
    else line = written.row;
  }
  const first = columns.find(({ id }) => id === 'quantity')?.warn?.(line) ?? null;
  if (first !== null && wrong.quantity === undefined) wrong.quantity = first;
  return { wrong, line: Object.keys(wrong).length === 0 ? line : null };
}

/** Returns distinct codes in the cells. */
export const codesIn = (
  cells: readonly (readonly string[])[],
  meaning: readonly (ImportColumn | null)[],
): readonly string[] => {
  const at = meaning.indexOf('barcode');
  return [...new Set(cells.flatMap((row) => row[at] ?? []).filter((code) => code !== ''))];
};

/** Adds imported lines to the existing lines, or replaces the existing lines. */
export type LineImportMode = 'append' | 'replace';

export function withImported(
  grid: GridState<LineDraft>,
  shape: GridShape<LineDraft>,
  lines: readonly LineDraft[],
  how: LineImportMode,
): GridState<LineDraft> {
  const kept = grid.rows.filter(({ value }) => how === 'append' && !isUntouchedLine(value));
  return {
    ...insertRowsAt({ ...grid, rows: kept }, kept.length, lines),
    past: [...grid.past, grid.rows],
    focus: null,
    anchor: null,
  };
}
