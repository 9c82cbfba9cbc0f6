import { notices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';
import { fromTsv } from './clipboard.ts';
import { plainNumbers, textOf, writable } from './column.ts';
import type { GridColumn } from './column.ts';
import type { KeyTarget } from './keys.ts';
import { overfills, pasted, rangeOf } from './gridState.ts';
import type { Shape, GridState } from './gridState.ts';

type Cells = readonly (readonly string[])[];
type Columns<Row> = readonly GridColumn<Row>[];

/** Where the texts of pasted rows go, and how many of them find no place there. */
export interface PastePlan<Row> {
  readonly columns: Columns<Row>;
  readonly lost: number;
  /** Some column of texts can be read in none of its cells. */
  readonly misread: boolean;
}

/** How many rows say whether a column of texts can be read where it would go. */
const SAMPLE = 20;

/** The row that a pasted one is written into; undefined where none may be added. */
const rowsFor = <Row>(grid: GridState<Row>, shape: Shape<Row>, top: number, count: number) => {
  const blank = shape.fixed ? undefined : shape.blank(grid.rows.at(-1)?.value);
  return Array.from({ length: count }, (_, at) => grid.rows[top + at]?.value ?? blank);
};

function lostIn<Row>(columns: Columns<Row>, rows: readonly (Row | undefined)[], cells: Cells) {
  return cells.reduce((lost, texts, at) => {
    const row = rows[at];
    const gone = texts.filter((text, place) => {
      const column = columns[place];
      if (text.trim() === '') return false;
      if (row === undefined || column === undefined) return true;
      return !writable(column, row) && textOf(column, row) !== text.trim();
    });
    return lost + gone.length;
  }, 0);
}

/** Whether some column of the texts has nothing that its cells can read. */
function misreads<Row>(
  columns: Columns<Row>,
  rows: readonly (Row | undefined)[],
  cells: Cells,
): boolean {
  const sample = cells.slice(0, SAMPLE);
  return columns.some((column, place) => {
    const answers = sample.flatMap((texts, at) => {
      const [text = '', row] = [texts[place]?.trim(), rows[at]];
      if (text === '' || row === undefined || !writable(column, row)) return [];
      return [column.write === undefined || 'wrong' in column.write(row, text)];
    });
    return answers.length > 0 && answers.every(Boolean);
  });
}

/**
 * Where pasted cells go from the focus on: as the columns stand, where nothing is lost by that (cells laid out as the grid
 * is), else into those columns only that take input. Null where nothing has the focus.
 */
export function pastePlan<Row>(
  grid: GridState<Row>,
  shape: Shape<Row>,
  cells: Cells,
): PastePlan<Row> | null {
  const range = rangeOf(grid, shape);
  if (range === null) return null;
  const rows = rowsFor(grid, shape, range.top, cells.length);
  const standing = shape.columns.slice(range.left);
  const taking = standing.filter((column) =>
    rows.some((row) => row !== undefined && writable(column, row)),
  );
  const plans = [standing, taking].map((columns) => ({
    columns,
    lost: lostIn(columns, rows, cells),
    misread: misreads(columns, rows, cells),
  }));
  const whole = plans.find(({ lost, misread }) => lost === 0 && !misread);
  return whole ?? plans.toSorted((one, other) => one.lost - other.lost)[0] ?? null;
}

/** The first row says what the columns hold. */
const headed = <Row>({ columns }: Shape<Row>, [first = []]: Cells): boolean =>
  first.every((text) => columns.some(({ title }) => title === text.trim()));

/** How many rows the cells make beyond those that stand there. */
function rowsAdded<Row>(grid: GridState<Row>, shape: Shape<Row>, cells: Cells): number {
  const range = rangeOf(grid, shape);
  return range === null ? 0 : Math.max(0, range.top + cells.length - grid.rows.length);
}

/**
 * Ctrl+V. Cells that do not all find a place are not dropped in silence: where the grid can ask what holds what, it asks;
 * else what fits is taken and the rest is told.
 */
export function paste<Row>(target: KeyTarget<Row>, clip: string, own: boolean): void {
  const { store, shape, commands } = target;
  const cells = fromTsv(clip);
  store.change((grid) => ({ ...grid, typing: null }));
  const added = rowsAdded(store.grid(), shape, cells);
  if (added > 0 && overfills(store.grid(), shape, added))
    return void notices().message.error(
      t('money.tooManyLines', { most: shape.most ?? 0, count: cells.length }),
    );
  const plan = own ? null : pastePlan(store.grid(), shape, cells);
  const several = (cells[0]?.length ?? 0) > 1;
  const unsure =
    several && plan !== null && (plan.lost > 0 || plan.misread || headed(shape, cells));
  if (unsure && commands.onMap !== undefined) return commands.onMap(clip);
  const written = plan === null ? cells : plainNumbers(cells, plan.columns);
  store.change((grid) => pasted(grid, shape, written, plan?.columns));
  if (plan !== null && plan.lost > 0)
    void notices().message.warning(t('editor.grid.notPasted', { count: plan.lost }));
}
