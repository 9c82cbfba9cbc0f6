import {
  decideNumberFormat,
  findHeadings,
  parseNumberText,
  surplusFinder,
  workbookNumbersIn,
} from '@tradehouse/domain';
import type { NumberSource } from '@tradehouse/domain';
import type { TableSource } from '../../control/importDialog/importTable.ts';
import { t } from '../../phrase/index.ts';
import { columnBelow, plainNumbers, refuseNoNames, refuseTexts } from '../grid/column.ts';
import type { GridColumn } from '../grid/column.ts';
import { appendBlankRow, focusCell, isOverRowLimit, pasteGridCells } from '../grid/gridState.ts';
import type { GridState, GridShape } from '../grid/gridState.ts';
import { lineTitles } from '../lines/importMapping.ts';

type EnteredSheetCells = readonly (readonly string[])[];

/** Placeholder column for cells that no line holds. */
const nowhere = { id: '', title: '', width: 0, show: () => '' } as const;

/**
 * Finds the headings of a file; without headings, cells stand in grid column order. Refuses headings
 * naming a required column not exactly once.
 */
function readEnteredHeadings<Row>({ columns }: GridShape<Row>, cells: EnteredSheetCells) {
  const ids = columns.map(({ id }) => id);
  const required = columns.filter((column) => column.required === true);
  const titles = lineTitles(ids, (id) =>
    columns.flatMap(({ id: own, title, also = [] }) => (own === id ? [title, ...also] : [])),
  );
  const { above, mapping } = findHeadings(cells, titles, (found) =>
    required.some(({ id }) => found.includes(id)),
  );
  if (above === 0) return { above, mapping: ids, headings: columns.map(({ title }) => title) };
  const missing = required.find(({ id }) => !mapping.includes(id));
  if (missing !== undefined) throw new Error(t('import.unread', { name: missing.title }));
  return { above, mapping, headings: cells[above - 1] ?? [] };
}

/** Lists a file's headings without a column of the lines. */
export function unusedHeadings<Row>(
  shape: GridShape<Row>,
  sheet: EnteredSheetCells,
): readonly string[] {
  const { mapping, headings } = readEnteredHeadings(shape, sheet);
  return headings.filter((title, at) => title.trim() !== '' && (mapping[at] ?? null) === null);
}

/** Refuses ambiguous cells of a column if the whole column leaves the decimal mark open. */
function withoutDoubts<Row>(
  column: GridColumn<Row>,
  texts: readonly string[],
  source: NumberSource,
): GridColumn<Row> {
  if (column.keyboard !== 'decimal') return column;
  if (decideNumberFormat(texts, source).kind === 'clear') return column;
  const isDoubted = (text: string, at: number): boolean =>
    source.isWorkbookNumber?.(at) !== true && parseNumberText(text).kind === 'ambiguous';
  const doubted = new Set(texts.filter(isDoubted));
  return refuseTexts(column, (text) =>
    doubted.has(text) ? t('editor.wrong.ambiguous') : undefined,
  );
}

/**
 * Appends sheet cells to the lines, each written like typed text: refused cells are red. Null if the
 * document would exceed its maximum of lines.
 *
 * @throws if the headings name a required column not exactly once
 */
export function withSheet<Row>(
  grid: GridState<Row>,
  shape: GridShape<Row>,
  sheet: EnteredSheetCells,
  {
    isSheet = false,
    workbookNumbers = [],
  }: Pick<TableSource<string>, 'isSheet' | 'workbookNumbers'> = {},
): GridState<Row> | null {
  const { above, mapping, headings } = readEnteredHeadings(shape, sheet);
  const numbers = workbookNumbers.slice(above);
  const below = sheet.slice(above);
  if (isOverRowLimit(grid, shape, below.length)) return null;
  const last = grid.rows.at(-1);
  const roomy =
    last !== undefined && shape.isBlank(last.value) ? grid : appendBlankRow(grid, shape);
  const key = roomy.rows.at(-1)?.key;
  const [first] = shape.columns;
  if (key === undefined || first === undefined) return grid;
  // Spreadsheet cells have fixed columns, regardless of their neighbours.
  const surplusIn =
    isSheet && above > 0 ? () => '' : surplusFinder([headings], { above: 1, mapping });
  const shifted = new Map<string, string>();
  const cells = below.map((row) => {
    const surplus = surplusIn(row);
    if (surplus === '') return row;
    // The whole row stands red in the first column, and gives no further cell.
    const text = row.join(' ').trim();
    shifted.set(text, t('table.surplus', { text: surplus }));
    return mapping.map((id) => (id === first.id ? text : ''));
  });
  const columns = mapping.map((id, place): GridColumn<Row> => {
    const column = shape.columns.find((one) => one.id === id);
    if (column === undefined) return nowhere;
    const texts = cells.map((row) => row[place] ?? '');
    const sure = withoutDoubts(column, texts, workbookNumbersIn(numbers, place));
    const named = refuseNoNames(columnBelow(sure, headings[place] ?? ''));
    return column === first ? refuseTexts(named, (text) => shifted.get(text)) : named;
  });
  const plainly = plainNumbers(cells, columns, numbers);
  return pasteGridCells(focusCell(roomy, { key, column: first.id }), shape, plainly, columns);
}
