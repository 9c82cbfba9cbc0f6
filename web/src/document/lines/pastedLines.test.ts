import { expect, test } from 'vitest';
import { t } from '../../phrase/index.ts';
import { plainNumbers } from '../grid/column.ts';
import { pastePlan } from '../grid/paste.ts';
import { focusCell, pasteGridCells, gridOf } from '../grid/gridState.ts';
import type { GridShape, GridState } from '../grid/gridState.ts';
import { columnsOfGoodsLines } from './goodsColumns.ts';
import { blankLine, isBlankLine } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { pricing } from '../draft/testPricing.ts';

const nothing = (): void => undefined;
const columns = columnsOfGoodsLines({
  code: 'purchaseIn',
  pricing,
  warehouses: [{ id: '7', name: 'Main' }],
  overLink: true,
  shown: new Set(),
  openParts: nothing,
  openSerials: nothing,
  openPicker: nothing,
});
const shape: GridShape<LineDraft> = {
  columns: columns.filter(({ needed }) => needed?.([]) ?? true),
  blank: () => blankLine('7'),
  isBlank: isBlankLine,
};
const at = (column: string, lines = [blankLine('7')]): GridState<LineDraft> =>
  focusCell(gridOf(lines), { key: '0', column });

const figures = (grid: GridState<LineDraft>) =>
  grid.rows.map(({ value }) => [value.barcode, value.quantity, value.unitPrice, value.amount]);

/** What a plan comes to, and what it would lose. */
const planned = (grid: GridState<LineDraft>, cells: readonly (readonly string[])[], of = shape) => {
  const plan = pastePlan(grid, of, cells);
  return {
    lost: plan?.lost,
    misread: plan?.misread,
    figures: figures(pasteGridCells(grid, of, cells, plan?.columns)),
  };
};

test('barcode, quantity and price are all kept: read-only columns between them are stepped over', () => {
  const cells = [
    ['1001', '3', '2.5'],
    ['1002', '4', '1'],
  ];
  expect(planned(at('barcode'), cells)).toEqual({
    lost: 0,
    misread: false,
    figures: [
      ['1001', '3', '2.5', '7.5'],
      ['1002', '4', '1', '4'],
    ],
  });
});

test('cells in the layout of the grid go to their own columns', () => {
  const cells = [['1001', '', '', '', '', '3', '2.5']];
  expect(planned(at('barcode'), cells).figures).toEqual([['1001', '3', '2.5', '7.5']]);
});

test('pasted cells without a target column or row are counted as lost', () => {
  expect(planned(at('remark'), [['dented', '4']]).lost).toBe(1);
  expect(planned(at('quantity'), [['3'], ['4']], { ...shape, fixed: true }).lost).toBe(1);
});

test('a pasted column without a readable cell is reported as misread', () => {
  const cells = [
    ['1001', 'Blue mug', '3'],
    ['1002', 'Red mug', '4'],
  ];
  expect(planned(at('barcode'), cells).misread).toBe(true);
});

test('a pasted price beside another currency is refused', () => {
  const cells = [['1001', '3', '9 EUR']];
  const plan = pastePlan(at('barcode'), shape, cells);
  const [row] = pasteGridCells(
    at('barcode'),
    shape,
    plainNumbers(cells, plan?.columns ?? []),
    plan?.columns,
  ).rows;
  expect([row?.value.unitPrice, row?.wrong['unitPrice']?.reason]).toEqual([
    '',
    t('table.otherCurrency', { text: '9 EUR', currency: 'CNY' }),
  ]);
});
