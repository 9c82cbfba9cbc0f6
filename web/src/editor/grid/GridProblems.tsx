import { t } from '../../phrase/index.ts';
import type { GridColumn } from './column.ts';
import type { GridStore } from './gridStore.ts';
import { focused } from './sheet.ts';
import type { Cell, SheetRow } from './sheet.ts';
import { useStore } from './useStore.ts';

interface Props<Row> {
  readonly store: GridStore<Row>;
  readonly columns: readonly GridColumn<Row>[];
}

interface Problem extends Cell {
  readonly row: number;
  readonly reason: string;
}

const SHOWN = 4;

/** Every refused cell, first rows first. */
export function problemsOf<Row>(rows: readonly SheetRow<Row>[]): readonly Problem[] {
  return rows.flatMap((row, at) =>
    Object.entries(row.wrong).map(([column, { reason }]) => ({
      key: row.key,
      column,
      row: at + 1,
      reason,
    })),
  );
}

/** What is wrong, in words, under the grid; a click goes to the cell. */
export function GridProblems<Row>({ store, columns }: Props<Row>) {
  const rows = useStore(store, () => store.sheet().rows);
  const problems = problemsOf(rows);
  if (problems.length === 0) return null;
  const title = (id: string): string => columns.find((column) => column.id === id)?.title ?? '';
  return (
    <div className="line-grid-problems" role="alert">
      {problems.slice(0, SHOWN).map(({ key, column, row, reason }) => (
        <button
          type="button"
          key={`${key} ${column}`}
          onClick={() => store.change((sheet) => focused(sheet, { key, column }))}
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
