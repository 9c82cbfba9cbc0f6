import { Button } from 'antd';
import { t } from '../../phrase/index.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { rangeOfSelection, removeGridRows } from '../grid/gridState.ts';
import type { GridShape } from '../grid/gridState.ts';
import { useStore } from '../grid/useStore.ts';

interface Props<Row> {
  readonly store: GridStore<Row>;
  readonly shape: () => GridShape<Row>;
}

export function RemoveButton<Row>({ store, shape }: Props<Row>) {
  const count = useStore(store, () => {
    const range = rangeOfSelection(store.grid(), shape());
    return range === null ? 0 : range.bottom - range.top + 1;
  });
  const remove = (): void =>
    store.change((grid) => {
      const range = rangeOfSelection(grid, shape());
      if (range === null) return grid;
      const chosen = grid.rows.slice(range.top, range.bottom + 1);
      return removeGridRows(grid, shape(), new Set(chosen.map(({ key }) => key)));
    });
  return (
    <Button disabled={count === 0} onClick={remove} title="Ctrl+Backspace">
      {count > 1 ? t('editor.lines.remove', { count }) : t('editor.lines.removeOne')}
    </Button>
  );
}
