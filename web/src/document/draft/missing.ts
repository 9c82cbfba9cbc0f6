import type { DocumentKind } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import { focusCell, refuseGridCell } from '../grid/gridState.ts';
import type { RowState } from '../grid/gridState.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { isTypedWithoutGoods } from './lineDraft.ts';
import type { LineDraft } from './lineDraft.ts';

type Missing = readonly [column: string, reason: string];

/** Returns empty cells of a line that a save requires, by column. */
export function findMissingCells(kind: DocumentKind, line: LineDraft): readonly Missing[] {
  const { product, allocations, warehouseId, targetWarehouseId } = line;
  const name = product?.productName ?? line.barcode;
  const moves = Object.keys(kind.goods).length > 0;
  const lacks = (managed: boolean | undefined, empty: boolean): boolean =>
    moves && managed === true && empty;
  const cells: readonly (readonly [boolean, ...Missing])[] = [
    [isTypedWithoutGoods(line), 'barcode', t('editor.wrong.noGoods')],
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

/** Marks missing cells of all lines and focuses the first. */
export function markMissing(
  kind: DocumentKind,
  rows: readonly RowState<LineDraft>[],
  store: GridStore<LineDraft>,
): void {
  const cells = rows.flatMap(({ key, value }) =>
    findMissingCells(kind, value).map(([column, reason]) => ({ key, column, reason })),
  );
  const [first] = cells;
  if (first === undefined) return;
  store.change((grid) =>
    focusCell(
      cells.reduce((now, { reason, ...cell }) => refuseGridCell(now, cell, reason), grid),
      { key: first.key, column: first.column },
    ),
  );
}
