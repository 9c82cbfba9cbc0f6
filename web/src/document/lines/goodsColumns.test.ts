import { expect, test } from 'vitest';
import type { GoodsKindCode } from '@tradehouse/domain';
import {
  appendBlankRow,
  focusCell,
  focusNextStop,
  gridOf,
  refuseGridCell,
  writeGridCell,
} from '../grid/gridState.ts';
import { sentRows } from '../draft/headDraft.ts';
import { blankLine, isBlankLine, withLineAllocation } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { columnsOfGoodsLines } from './goodsColumns.ts';
import { withLineProduct } from './lineService.ts';
import { aProduct } from './testProduct.ts';
import { pricing } from '../draft/testPricing.ts';

const nothing = (): void => undefined;

const columnsOf = (code: GoodsKindCode) =>
  columnsOfGoodsLines({
    code,
    pricing,
    warehouses: [],
    overLink: true,
    shown: new Set(),
    openParts: nothing,
    openSerials: nothing,
    openPicker: nothing,
  });

test.each(['retailOut', 'retailBack', 'saleOut', 'purchaseIn'] as const)(
  'lines of %s have serials, lots and brands after name, quantity and amount',
  (code) => {
    const ids = columnsOf(code).map(({ id }) => id);
    const told = ids.filter((id) =>
      ['name', 'quantity', 'amount', 'serials', 'expiry', 'brand'].includes(id),
    );
    expect(told).toEqual(['name', 'quantity', 'amount', 'serials', 'expiry', 'brand']);
  },
);

test('Enter on the empty barcode of the last line leaves the lines', () => {
  const shape = {
    columns: columnsOf('purchaseIn'),
    blank: () => blankLine('1'),
    isBlank: isBlankLine,
  };
  const grid = appendBlankRow(
    gridOf([{ ...blankLine('1'), barcode: '100', quantity: '1' }]),
    shape,
  );
  expect(grid.focus?.column).toBe('barcode');
  expect(focusNextStop(grid, shape)).toBeNull();
});

const typeInCell = (line: LineDraft, column: string, text: string): LineDraft => {
  const written = columnsOf('purchaseIn')
    .find(({ id }) => id === column)
    ?.write?.(line, text);
  if (written === undefined || 'wrong' in written) throw new Error(`${column} refuses ${text}`);
  return written.row;
};
const foundLine = withLineProduct({ ...blankLine('1'), barcode: '100' }, aProduct('100'), pricing);

test('emptying the barcode of a line with a found product empties the whole line', () => {
  expect([foundLine.quantity, foundLine.unitPrice, foundLine.taxRate]).toEqual(['1', '4', '13']);
  expect(typeInCell(foundLine, 'barcode', '')).toEqual(blankLine('1'));
});

test.each([
  ['quantity', '5', ['5', '']],
  ['unitPrice', '3', ['1', '3']],
] as const)('emptying the barcode of a line keeps a typed %s', (column, text, figures) => {
  const emptied = typeInCell(typeInCell(foundLine, column, text), 'barcode', '');
  expect([emptied.quantity, emptied.unitPrice]).toEqual(figures);
  expect(sentRows([{ value: emptied }])).toHaveLength(1);
});

test('emptying the barcode of a saved line keeps quantity and price', () => {
  const emptied = typeInCell({ ...foundLine, line: 3 }, 'barcode', '');
  expect([emptied.quantity, emptied.unitPrice]).toEqual(['1', '4']);
});

test('emptying an unknown barcode keeps the typed quantity', () => {
  const unknown = { ...blankLine('1'), barcode: 'x', quantity: '1' };
  expect(typeInCell(unknown, 'barcode', '').quantity).toBe('1');
});

test.each([
  ['purchaseIn', 'lotManaged', 'lot'],
  ['saleOut', 'lotManaged', 'lot'],
  ['purchaseIn', 'serialManaged', 'serials'],
  ['saleOut', 'serialManaged', 'serials'],
] as const)(
  'in a line of %s, Enter goes back to the empty required cell of %s goods',
  (code, flag, column) => {
    const shape = { columns: columnsOf(code), blank: () => blankLine('1'), isBlank: isBlankLine };
    const focusAfter = (line: LineDraft) => {
      const grid = gridOf([line, foundLine]);
      const key = grid.rows[0]?.key ?? '';
      return focusNextStop(focusCell(grid, { key, column: 'remark' }), shape)?.focus?.column;
    };
    const missed = withLineProduct(
      { ...blankLine('1'), barcode: '100' },
      aProduct('100', { [flag]: true }),
      pricing,
    );
    expect(focusAfter(missed)).toBe(column);
    expect(focusAfter(withLineAllocation(missed, { lot: 'A1', serials: ['S1'] }))).toBe('barcode');
  },
);

test('a lot refused for the expiry is red until another expiry is typed; a missing lot stays red', () => {
  const shape = {
    columns: columnsOf('purchaseIn'),
    blank: () => blankLine('1'),
    isBlank: isBlankLine,
  };
  const redAfterExpiry = (lot: string) => {
    const line = { ...foundLine, product: aProduct('100', { lotManaged: true }) };
    const grid = gridOf([withLineAllocation(line, { lot })]);
    const key = grid.rows[0]?.key ?? '';
    const refused = refuseGridCell(grid, { key, column: 'lot' }, 'refused');
    const typed = writeGridCell(refused, shape, { key, column: 'expiry' }, '2030-06-30');
    return Object.keys(typed.rows[0]?.wrong ?? {});
  };
  expect(redAfterExpiry('A1')).toEqual([]);
  expect(redAfterExpiry('')).toEqual(['lot']);
});
