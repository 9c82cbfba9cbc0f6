import { decideNumberFormat, parseNumberText, workbookNumbersIn } from '@tradehouse/domain';
import type { NumberSource, WorkbookNumbers } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import { plainNumbers } from '../grid/column.ts';
import type { GridColumn } from '../grid/column.ts';
import { appendBlankRow, focusCell, isOverRowLimit, pasteGridCells } from '../grid/gridState.ts';
import type { GridState, GridShape } from '../grid/gridState.ts';

type EnteredSheetCells = readonly (readonly string[])[];

const normalizeHeading = (title: string): string => title.replaceAll(/[\s*＊]/gu, '').toLowerCase();

/** Placeholder column for cells that no line holds. */
const nowhere = { id: '', title: '', width: 0, show: () => '' } as const;

/** Checks if a heading names a column. */
const isColumnHeading = (
  { title, also = [] }: Pick<GridColumn<unknown>, 'title' | 'also'>,
  heading: string,
): boolean => [title, ...also].some((one) => normalizeHeading(one) === normalizeHeading(heading));

/** Returns cells below headings with the named columns; without headings all cells, in grid column order. */
export function matchColumnHeadings<Row>(
  { columns }: Pick<GridShape<Row>, 'columns'>,
  cells: EnteredSheetCells,
): {
  readonly cells: EnteredSheetCells;
  readonly columns: readonly GridColumn<Row>[];
  /** Number of rows up to the headings. */
  readonly above: number;
} {
  const [first] = columns;
  const isHead = (row: readonly string[]): boolean =>
    first !== undefined && row.some((cell) => isColumnHeading(first, cell));
  const at = cells.findIndex(isHead);
  const titles = cells[at];
  if (titles === undefined) return { cells, columns, above: 0 };
  const named = titles.map(
    (title): GridColumn<Row> => columns.find((column) => isColumnHeading(column, title)) ?? nowhere,
  );
  return { cells: cells.slice(at + 1), columns: named, above: at + 1 };
}

/** Refuses ambiguous cells of a column if the whole column leaves the decimal mark open. */
function withoutDoubts<Row>(
  column: GridColumn<Row>,
  texts: readonly string[],
  source: NumberSource,
): GridColumn<Row> {
  const { keyboard, write } = column;
  if (keyboard !== 'decimal' || write === undefined) return column;
  if (decideNumberFormat(texts, source).kind === 'clear') return column;
  const isDoubted = (text: string, at: number): boolean =>
    source.isWorkbookNumber?.(at) !== true && parseNumberText(text).kind === 'ambiguous';
  const doubted = new Set(texts.filter(isDoubted));
  return {
    ...column,
    write: (row, text) =>
      doubted.has(text) ? { wrong: t('editor.wrong.ambiguous') } : write(row, text),
  };
}

/**
 * Appends sheet cells to the lines, each written like typed text: refused cells are red. Null if the
 * document would exceed its maximum of lines.
 */
export function withSheet<Row>(
  grid: GridState<Row>,
  shape: GridShape<Row>,
  sheet: EnteredSheetCells,
  workbookNumbers: WorkbookNumbers = [],
): GridState<Row> | null {
  const { cells, columns, above } = matchColumnHeadings(shape, sheet);
  const numbers = workbookNumbers.slice(above);
  if (isOverRowLimit(grid, shape, cells.length)) return null;
  const last = grid.rows.at(-1);
  const roomy =
    last !== undefined && shape.isBlank(last.value) ? grid : appendBlankRow(grid, shape);
  const key = roomy.rows.at(-1)?.key;
  const column = shape.columns[0]?.id;
  if (key === undefined || column === undefined) return grid;
  const plainly = plainNumbers(cells, columns, numbers);
  const sure = columns.map((one, place) =>
    withoutDoubts(
      one,
      cells.map((row) => row[place] ?? ''),
      workbookNumbersIn(numbers, place),
    ),
  );
  return pasteGridCells(focusCell(roomy, { key, column }), shape, plainly, sure);
}
