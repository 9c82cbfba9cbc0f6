import type { NumberSource } from '@tradehouse/domain';
import { plainNumbers } from '../grid/column.ts';
import type { GridColumn } from '../grid/column.ts';
import { appended, focused, overfills, pasted } from '../grid/gridState.ts';
import type { GridState, Shape } from '../grid/gridState.ts';

type Cells = readonly (readonly string[])[];

const plain = (title: string): string => title.replaceAll(/[\s*＊]/gu, '').toLowerCase();

/** A column that takes nothing: what no line holds goes there. */
const nowhere = { id: '', title: '', width: 0, show: () => '' } as const;

/** Whether a heading names a column. */
const names = (
  { title, also = [] }: Pick<GridColumn<unknown>, 'title' | 'also'>,
  heading: string,
): boolean => [title, ...also].some((one) => plain(one) === plain(heading));

/** The cells below their headings, and the columns that those name; without headings all of them, as the grid's columns stand. */
export function placed<Row>(
  { columns }: Pick<Shape<Row>, 'columns'>,
  cells: Cells,
): { readonly cells: Cells; readonly columns: readonly GridColumn<Row>[] } {
  const [first] = columns;
  const isHead = (row: readonly string[]): boolean =>
    first !== undefined && row.some((cell) => names(first, cell));
  const at = cells.findIndex(isHead);
  const titles = cells[at];
  if (titles === undefined) return { cells, columns };
  const named = titles.map(
    (title): GridColumn<Row> => columns.find((column) => names(column, title)) ?? nowhere,
  );
  return { cells: cells.slice(at + 1), columns: named };
}

/**
 * The cells of a sheet written behind the lines that are there, each as if it were typed: what a cell can't hold is red. Null
 * where there would be more lines than a document may have.
 */
export function withSheet<Row>(
  grid: GridState<Row>,
  shape: Shape<Row>,
  sheet: Cells,
  source: NumberSource = {},
): GridState<Row> | null {
  const { cells, columns } = placed(shape, sheet);
  if (overfills(grid, shape, cells.length)) return null;
  const last = grid.rows.at(-1);
  const roomy = last !== undefined && shape.isBlank(last.value) ? grid : appended(grid, shape);
  const key = roomy.rows.at(-1)?.key;
  const column = shape.columns[0]?.id;
  if (key === undefined || column === undefined) return grid;
  const plainly = plainNumbers(cells, columns, source);
  return pasted(focused(roomy, { key, column }), shape, plainly, columns);
}
