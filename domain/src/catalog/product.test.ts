import { expect, test } from 'vitest';
import { decimal, plain } from '../decimal.ts';
import type { ProductRules } from './product.ts';
import { checkProduct, defaultPrice, isBarcode } from './product.ts';

test.each([
  ['1001', true],
  ['6901234567892', true],
  ['100', false],
  ['69012345678921', false],
  ['10 01', false],
  ['１００１', false],
  ['10a1', false],
])('barcode %s: %s', (code, fits) => {
  expect(isBarcode(code)).toBe(fits);
});

const product: ProductRules = {
  unit: '个',
  unitGroupId: null,
  serialManaged: false,
  lotManaged: false,
  barcodes: ['1001'],
};

test.each<[string, Partial<ProductRules>, string]>([
  ['no unit', { unit: null }, 'product.oneUnit'],
  ['an empty unit', { unit: '' }, 'product.oneUnit'],
  ['a unit and a group', { unitGroupId: 'u1' }, 'product.oneUnit'],
  ['serials and lots', { serialManaged: true, lotManaged: true }, 'product.serialAndLot'],
  ['a group with one barcode', { unit: null, unitGroupId: 'u1' }, 'product.twoBarcodes'],
  ['a barcode of letters', { barcodes: ['abcd'] }, 'barcode.format'],
  ['a barcode twice', { barcodes: ['1001', '1001'] }, 'barcode.repeated'],
])('refused: %s', (_what, change, refusal) => {
  expect(() => checkProduct({ ...product, ...change })).toThrow(refusal);
});

test.each<[string, Partial<ProductRules>]>([
  ['one unit', {}],
  ['serials', { serialManaged: true }],
  [
    'several units with two barcodes',
    { unit: null, unitGroupId: 'u1', barcodes: ['1001', '1002'] },
  ],
])('fits: %s', (_what, change) => {
  expect(() => checkProduct({ ...product, ...change })).not.toThrow();
});

const prices = { purchase: decimal(11), retail: decimal(20), sale: decimal(15) };

test.each([
  ['retailOut', null, '20'],
  ['purchaseOrder', '9', '11'],
  ['saleOut', null, '15'],
  ['saleOut', '14', '14'],
  ['saleBack', '14', '14'],
  ['otherIn', null, '11'],
  ['purchaseRequest', null, 'none'],
] as const)('a line of %s, last sold at %s, starts at %s', (kind, last, expected) => {
  const price = defaultPrice(kind, prices, last === null ? null : decimal(last));
  expect(price === null ? 'none' : plain(price)).toBe(expected);
});
