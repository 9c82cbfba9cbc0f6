import { useDeferredValue, useMemo } from 'react';
import { t } from '../../phrase/index.ts';
import type { GridColumn } from './column.ts';
import type { GridStore } from './gridStore.ts';
import { focusCell } from './gridState.ts';
import type { GridCell, GridState, RowState } from './gridState.ts';
import { restingOffers } from './useOffers.ts';
import { useStore } from './useStore.ts';

interface Props<Row> {
  readonly store: GridStore<Row>;
  readonly columns: readonly GridColumn<Row>[];
}

interface GridProblem extends GridCell {
  readonly row: number;
  readonly reason: string;
  /** The value was accepted despite the warning. */
  readonly warning: boolean;
}

/** Maximum number of problems listed; the box scrolls. */
const SHOWN = 100;

/** Lists every refused cell in row order; without refusals, the columns' warnings. */
export function problemsOf<Row>(
  rows: readonly RowState<Row>[],
  columns: readonly GridColumn<Row>[],
): readonly GridProblem[] {
  const refused = rows.flatMap((row, at) =>
    Object.entries(row.wrong).map(([column, { reason }]) => ({
      key: row.key,
      column,
      row: at + 1,
      reason,
      warning: false,
    })),
  );
  if (refused.length > 0) return refused;
  const watchful = columns.filter(({ warn }) => warn);
  return rows.flatMap((row, at) =>
    watchful.flatMap(({ id, warn }) => {
      const reason = warn?.(row.value) ?? null;
      return reason === null
        ? []
        : [{ key: row.key, column: id, row: at + 1, reason, warning: true }];
    }),
  );
}

/** Returns true if the reason is shown next to the focused cell, where no offer takes the place. */
export const isReasonBesideCell = <Row,>(
  { rows, focus }: Pick<GridState<Row>, 'rows' | 'focus'>,
  columns: readonly GridColumn<Row>[],
  cell: GridCell,
): boolean => {
  if (focus?.key !== cell.key || focus.column !== cell.column) return false;
  const row = rows.find(({ key }) => key === cell.key);
  const column = columns.find(({ id }) => id === cell.column);
  return row !== undefined && column !== undefined && restingOffers(column, row).length === 0;
};

/** Lists problems below the grid; a click focuses the cell, beside which the reason then stands. */
export function GridProblems<Row>({ store, columns }: Props<Row>) {
  const rows = useStore(store, () => store.grid().rows);
  const focus = useStore(store, () => store.grid().focus);
  const later = useDeferredValue(rows);
  const problems = useMemo(() => problemsOf(later, columns), [later, columns]);
  if (problems.length === 0) return null;
  const textOfProblem = ({ key, column: id, row, reason }: GridProblem): string => {
    const column = columns.find((one) => one.id === id)?.title ?? '';
    return isReasonBesideCell({ rows: later, focus }, columns, { key, column: id })
      ? t('editor.grid.problemPlace', { row, column })
      : t('editor.grid.problem', { row, column, reason });
  };
  return (
    <div
      className={problems[0]?.warning ? 'line-grid-problems warn' : 'line-grid-problems'}
      role="status"
    >
      {problems.slice(0, SHOWN).map((problem) => (
        <button
          type="button"
          key={`${problem.key} ${problem.column}`}
          onClick={() =>
            store.change((grid) => focusCell(grid, { key: problem.key, column: problem.column }))
          }
        >
          {textOfProblem(problem)}
        </button>
      ))}
      {problems.length > SHOWN && (
        <span>{t('editor.grid.moreProblems', { count: problems.length - SHOWN })}</span>
      )}
    </div>
  );
}
