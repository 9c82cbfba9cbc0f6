import type { Kind } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import { focused, refused } from '../grid/gridState.ts';
import type { RowState } from '../grid/gridState.ts';
import type { GridStore } from '../grid/gridStore.ts';
import type { LineDraft } from './lineDraft.ts';

type Missing = readonly [column: string, reason: string];

/** Cells of a line that are empty though a save needs them, by column. */
export function missingOf(kind: Kind, line: LineDraft): readonly Missing[] {
  const { product, allocations, warehouseId, targetWarehouseId } = line;
  const name = product?.productName ?? line.barcode;
  const moves = Object.keys(kind.goods).length > 0;
  const lacks = (managed: boolean | undefined, empty: boolean): boolean =>
    moves && managed === true && empty;
  const cells: readonly (readonly [boolean, ...Missing])[] = [
    [kind.warehouse && warehouseId === null, 'warehouse', t('editor.wrong.noWarehouse')],
    [
      kind.targetWarehouse && targetWarehouseId === null,
      'targetWarehouse',
      t('editor.wrong.noWarehouse'),
    ],
    [
      lacks(
        product?.serialManaged,
        allocations.every(({ serials }) => serials.length === 0),
      ),
      'serials',
      t('editor.wrong.noSerials', { name }),
    ],
    [
      lacks(
        product?.lotManaged,
        allocations.some(({ lot }) => lot === ''),
      ),
      'lot',
      t('editor.wrong.noLot', { name }),
    ],
  ];
  return cells.flatMap(([isMissing, column, reason]) => (isMissing ? [[column, reason]] : []));
}

/** Marks the missing cells of all lines at once and goes to the first of them. */
export function markMissing(
  kind: Kind,
  rows: readonly RowState<LineDraft>[],
  store: GridStore<LineDraft>,
): void {
  const cells = rows.flatMap(({ key, value }) =>
    missingOf(kind, value).map(([column, reason]) => ({ key, column, reason })),
  );
  const [first] = cells;
  if (first === undefined) return;
  store.change((grid) =>
    focused(
      cells.reduce((now, { reason, ...cell }) => refused(now, cell, reason), grid),
      { key: first.key, column: first.column },
    ),
  );
}
