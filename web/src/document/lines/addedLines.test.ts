import { expect, test } from 'vitest';
import { gridOf, undoGridStep } from '../grid/gridState.ts';
import { blankLine, isBlankLine } from '../draft/lineDraft.ts';
import { withImported } from './importRows.ts';
import { withBillOfMaterials } from './lineService.ts';
import { aProduct } from './testProduct.ts';

test('appended imported lines replace blank lines, but not typed lines without goods', () => {
  const shape = { columns: [], blank: () => blankLine('7'), isBlank: isBlankLine };
  const typed = { ...blankLine('7'), quantity: '5' };
  const imported = { ...blankLine('7'), barcode: '100', quantity: '1' };
  const { rows } = withImported(gridOf([typed, blankLine('7')]), shape, [imported], 'append');
  expect(rows.map(({ value }) => value)).toEqual([typed, imported]);
});

const pricing = {
  priced: false,
  taxed: false,
  paid: false,
  taxMode: 'exclusive',
  currency: 'CNY',
  digits: 2,
} as const;

test('filling in parts multiplies the quantities by the whole, as a single undo step', () => {
  const parts = [
    { barcode: '1', quantity: '0.5' },
    { barcode: '2', quantity: '3' },
  ];
  const whole = { ...blankLine('7'), product: aProduct('9', { parts }), quantity: '4' };
  const known = { ...blankLine('8', 'part'), barcode: '2', product: aProduct('2'), quantity: '1' };
  const extra = { ...blankLine('7', 'part'), barcode: '5', product: aProduct('5'), quantity: '6' };
  const before = gridOf([whole, known, extra, blankLine('7')]);
  const after = withBillOfMaterials(before, pricing);
  const shown = after.rows.map(({ value }) => [value.barcode, value.quantity, value.warehouseId]);
  expect(shown).toEqual([
    ['', '4', '7'],
    ['2', '12', '8'],
    ['5', '6', '7'],
    ['1', '2', '7'],
  ]);
  expect(undoGridStep(after).rows).toEqual(before.rows);
  expect(withBillOfMaterials(after, pricing).rows.map(({ value }) => value)).toEqual(
    after.rows.map(({ value }) => value),
  );
});

test('a product without a bill of materials fills in nothing', () => {
  const grid = gridOf([{ ...blankLine('7'), product: aProduct('9') }]);
  expect(withBillOfMaterials(grid, pricing)).toBe(grid);
});
