// Rows are placed by transform and virtualized, which table elements can't do; roles convey the structure.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { t } from '../../phrase/index.ts';
import type { GridColumn } from './column.ts';
import type { GridStore } from './gridStore.ts';
import { useStore } from './useStore.ts';

interface Props<Row> {
  readonly store: GridStore<Row>;
  readonly columns: readonly GridColumn<Row>[];
}

/** Totals row: sticks to the foot and sums all rows, not only rendered rows. */
export function GridFoot<Row>({ store, columns }: Props<Row>) {
  const values = useStore(store, store.values);
  if (!columns.some(({ total }) => total)) return null;
  return (
    <div className="line-grid-row line-grid-foot" role="row" aria-label={t('editor.grid.totals')}>
      <div className="line-grid-cell" role="rowheader" title={t('editor.grid.totals')}>
        Σ
      </div>
      {columns.map(({ id, total, align, frozen }) => (
        <div
          key={id}
          role="gridcell"
          data-column={id}
          className={`line-grid-cell ${align ?? ''} ${frozen ? 'frozen' : ''}`}
        >
          {total?.(values)}
        </div>
      ))}
    </div>
  );
}
