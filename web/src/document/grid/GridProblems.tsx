import { useDeferredValue, useMemo } from 'react';
import { t } from '../../phrase/index.ts';
import type { GridColumn } from './column.ts';
import type { GridStore } from './gridStore.ts';
import { focused } from './gridState.ts';
import type { Cell, RowState } from './gridState.ts';
import { useStore } from './useStore.ts';

interface Props<Row> {
  readonly store: GridStore<Row>;
  readonly columns: readonly GridColumn<Row>[];
}

interface Problem extends Cell {
  readonly row: number;
  readonly reason: string;
  /** The value was taken all the same. */
  readonly warning: boolean;
}

/** As many as may be read; the box scrolls. */
const SHOWN = 100;

/** Every refused cell, first rows first; where none is refused, what columns warn of. */
export function problemsOf<Row>(
  rows: readonly RowState<Row>[],
  columns: readonly GridColumn<Row>[],
): readonly Problem[] {
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

/** What is wrong, in words, under the grid; a click goes to the cell. */
export function GridProblems<Row>({ store, columns }: Props<Row>) {
  const rows = useStore(store, () => store.grid().rows);
  const later = useDeferredValue(rows);
  const problems = useMemo(() => problemsOf(later, columns), [later, columns]);
  if (problems.length === 0) return null;
  const title = (id: string): string => columns.find((column) => column.id === id)?.title ?? '';
  return (
    <div
      className={problems[0]?.warning ? 'line-grid-problems warn' : 'line-grid-problems'}
      role="status"
    >
      {problems.slice(0, SHOWN).map(({ key, column, row, reason }) => (
        <button
          type="button"
          key={`${key} ${column}`}
          onClick={() => store.change((grid) => focused(grid, { key, column }))}
        >
          {t('editor.grid.problem', { row, column: title(column), reason })}
        </button>
      ))}
      {problems.length > SHOWN && (
        <span>{t('editor.grid.moreProblems', { count: problems.length - SHOWN })}</span>
      )}
    </div>
  );
}
