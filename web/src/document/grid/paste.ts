import { getNotices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';
import { fromTsv } from './clipboard.ts';
import { isCellWritable, plainNumbers, refuseNoNames, textOfCell } from './column.ts';
import type { GridColumn } from './column.ts';
import type { KeyTarget } from './keys.ts';
import { isOverRowLimit, pasteGridCells, rangeOfSelection } from './gridState.ts';
import type { GridShape, GridState } from './gridState.ts';

type PastedCells = readonly (readonly string[])[];
type PasteColumns<Row> = readonly GridColumn<Row>[];

/** Target columns of pasted rows, and the number of texts without a place. */
export interface PastePlan<Row> {
  readonly columns: PasteColumns<Row>;
  readonly lost: number;
  /** True if every cell of some column is unreadable. */
  readonly misread: boolean;
}

/** Rows sampled to check readability of pasted columns. */
const SAMPLE = 20;

/** Returns the target rows of a paste; undefined where no row may be added. */
const rowsFor = <Row>(grid: GridState<Row>, shape: GridShape<Row>, top: number, count: number) => {
  const blank = shape.fixed ? undefined : shape.blank(grid.rows.at(-1)?.value);
  return Array.from({ length: count }, (_, at) => grid.rows[top + at]?.value ?? blank);
};

function lostIn<Row>(
  columns: PasteColumns<Row>,
  rows: readonly (Row | undefined)[],
  cells: PastedCells,
) {
  return cells.reduce((lost, texts, at) => {
    const row = rows[at];
    const gone = texts.filter((text, place) => {
      const column = columns[place];
      if (text.trim() === '') return false;
      if (row === undefined || column === undefined) return true;
      return !isCellWritable(column, row) && textOfCell(column, row) !== text.trim();
    });
    return lost + gone.length;
  }, 0);
}

/** Checks for a column whose sampled texts are all unreadable. */
function hasMisreadColumn<Row>(
  columns: PasteColumns<Row>,
  rows: readonly (Row | undefined)[],
  cells: PastedCells,
): boolean {
  const sample = cells.slice(0, SAMPLE);
  return columns.some((column, place) => {
    const answers = sample.flatMap((texts, at) => {
      const [text = '', row] = [texts[place]?.trim(), rows[at]];
      if (text === '' || row === undefined || !isCellWritable(column, row)) return [];
      return [column.write === undefined || 'wrong' in column.write(row, text)];
    });
    return answers.length > 0 && answers.every(Boolean);
  });
}

/**
 * Plans a paste from the focus on: in column order if nothing is lost (cells laid out like the grid), else
 * into editable columns only. Null without focus.
 */
export function pastePlan<Row>(
  grid: GridState<Row>,
  shape: GridShape<Row>,
  cells: PastedCells,
): PastePlan<Row> | null {
  const range = rangeOfSelection(grid, shape);
  if (range === null) return null;
  const rows = rowsFor(grid, shape, range.top, cells.length);
  const standing = shape.columns.slice(range.left);
  const taking = standing.filter((column) =>
    rows.some((row) => row !== undefined && isCellWritable(column, row)),
  );
  const plans = [standing, taking].map((columns) => ({
    columns,
    lost: lostIn(columns, rows, cells),
    misread: hasMisreadColumn(columns, rows, cells),
  }));
  const whole = plans.find(({ lost, misread }) => lost === 0 && !misread);
  return whole ?? plans.toSorted((one, other) => one.lost - other.lost)[0] ?? null;
}

/** Checks if the first row holds column titles. */
const hasHeadingRow = <Row>({ columns }: GridShape<Row>, [first = []]: PastedCells): boolean =>
  first.every((text) => columns.some(({ title }) => title === text.trim()));

function rowsAdded<Row>(grid: GridState<Row>, shape: GridShape<Row>, cells: PastedCells): number {
  const range = rangeOfSelection(grid, shape);
  return range === null ? 0 : Math.max(0, range.top + cells.length - grid.rows.length);
}

/**
 * Ctrl+V. Cells without a place are never silently dropped: the grid asks for each column's meaning if
 * possible. Otherwise fitting cells are written and the rest is reported.
 */
export function pasteClipboardText<Row>(target: KeyTarget<Row>, clip: string, own: boolean): void {
  const { store, shape, commands } = target;
  const cells = fromTsv(clip);
  store.change((grid) => ({ ...grid, typing: null }));
  const added = rowsAdded(store.grid(), shape, cells);
  if (added > 0 && isOverRowLimit(store.grid(), shape, added))
    return void getNotices().message.error(
      t('money.tooManyLines', { most: shape.most ?? 0, count: cells.length }),
    );
  const plan = own ? null : pastePlan(store.grid(), shape, cells);
  const several = (cells[0]?.length ?? 0) > 1;
  const unsure =
    several && plan !== null && (plan.lost > 0 || plan.misread || hasHeadingRow(shape, cells));
  if (unsure && commands.onMap !== undefined) return commands.onMap(clip);
  const written = plan === null ? cells : plainNumbers(cells, plan.columns);
  store.change((grid) => pasteGridCells(grid, shape, written, plan?.columns.map(refuseNoNames)));
  if (plan !== null && plan.lost > 0)
    void getNotices().message.warning(t('editor.grid.notPasted', { count: plan.lost }));
}
