import { expect, test } from 'vitest';
import { decimal, toPlainDecimal } from '../decimal.ts';
import { refusalOf } from '../testing.ts';
import {
  barcodeFinder,
  barcodeForms,
  highestOwnBarcode,
  nextBarcode,
  barcodeKey,
  checkProductBarcodes,
  checkOneUnit,
  checkSerialOrLot,
  defaultPriceOfLine,
  isBarcode,
} from './product.ts';

test.each([
  ['1001', true],
  ['6901234567892', true],
  ['100', false],
  ['69012345678921', false],
  ['10 01', false],
  ['１００１', false],
  ['10a1', false],
])('barcode %s is valid: %s', (code, fits) => {
  expect(isBarcode(code)).toBe(fits);
});

test.each<[string, () => void, string | null]>([
  ['one unit', () => checkOneUnit('个', null), null],
  ['a group of units', () => checkOneUnit(null, 'u1'), null],
  ['no unit', () => checkOneUnit(null, null), 'product.oneUnit'],
  ['a unit and a group', () => checkOneUnit('个', 'u1'), 'product.oneUnit'],
  ['serials', () => checkSerialOrLot(true, false), null],
  ['serials and lots', () => checkSerialOrLot(true, true), 'product.serialAndLot'],
  ['one barcode', () => checkProductBarcodes(['1001'], false), null],
  ['several units with two barcodes', () => checkProductBarcodes(['1001', '1002'], true), null],
  [
    'several units with one barcode',
    () => checkProductBarcodes(['1001'], true),
    'product.twoBarcodes',
  ],
  [
    'a barcode of three digits',
    () => checkProductBarcodes(['1001', '100'], true),
    'barcode.format',
  ],
  ['a barcode twice', () => checkProductBarcodes(['1001', '1001'], false), 'barcode.repeated'],
])('a product of %s', (_what, check, refusal) => {
  expect(refusalOf(check)).toBe(refusal);
});

test('an invalid barcode is reported at its position', () => {
  expect(() => checkProductBarcodes(['1001', '10x1'], true)).toThrow(
    expect.objectContaining({ facts: { barcode: '10x1' }, at: { field: 'barcodes', line: 2 } }),
  );
});

test('a repeated barcode is reported at its second position', () => {
  expect(() => checkProductBarcodes(['1001', '1002', '1001'], false)).toThrow(
    expect.objectContaining({ at: { field: 'barcodes', line: 3 } }),
  );
});

const prices = {
  purchase: decimal(11),
  retail: decimal(20),
  sale: decimal(15),
  distributor: decimal(13),
  platform: null,
};

test.each([
  ['retailOut', 'standard', null, null, '20'],
  ['purchaseOrder', 'standard', '9', null, '11'],
  ['saleOut', 'standard', null, null, '15'],
  ['saleOut', 'standard', '14', null, '14'],
  ['saleBack', 'standard', '14', null, '14'],
  ['saleOut', 'distributor', null, null, '13'],
  ['saleOut', 'distributor', '14', null, '13'],
  ['saleOut', 'platform', '14', null, '14'],
  ['saleOut', 'platform', null, null, '15'],
  ['retailOut', 'distributor', null, null, '20'],
  ['otherIn', 'standard', null, null, '11'],
  ['purchaseRequest', 'standard', null, null, '11'],
  ['giro', 'standard', null, null, 'none'],
  ['saleOrder', 'distributor', '14', '12', '12'],
  ['saleBack', 'standard', null, '12', '12'],
  ['retailOut', 'standard', null, '12', '20'],
  ['purchaseIn', 'standard', null, '12', '11'],
] as const)(
  'a line of %s for a %s buyer, last sold at %s, listed at %s, starts at %s',
  (kind, level, last, listed, expected) => {
    const amount = (text: string | null) => (text === null ? null : decimal(text));
    const buyer = { level, last: amount(last), listed: amount(listed), offered: null };
    const price = defaultPriceOfLine(kind, prices, buyer);
    expect(price === null ? 'none' : toPlainDecimal(price)).toBe(expected);
  },
);

test.each([
  ['saleOut', '9'],
  ['retailOut', '9'],
  ['saleOrder', '12'],
  ['purchaseIn', '11'],
] as const)('a line of %s in an activity at price 9 starts at %s', (kind, expected) => {
  const buyer = {
    level: 'standard',
    last: null,
    listed: decimal('12'),
    offered: decimal('9'),
  } as const;
  expect(String(defaultPriceOfLine(kind, prices, buyer))).toBe(expected);
});

test.each([
  ['06901234500017', '6901234500017'],
  ['00036000291452', '036000291452'],
  ['00036000291452', '0036000291452'],
  ['036000291452', '0036000291452'],
  ['00000012345670', '12345670'],
])('the code %s means the goods of %s', (scanned, kept) => {
  expect(barcodeForms(scanned)).toContain(kept);
  expect(barcodeKey(scanned)).toBe(barcodeKey(kept));
});

test('a barcode finds the product with the exact code, else the product with its alternative form', () => {
  const find = barcodeFinder(
    ['036000291452', '0042100005264', '042100005264', 'A-1'],
    (code) => code,
  );
  expect(find('0036000291452')).toBe('036000291452');
  expect(find('０３６０００２９１４５２')).toBe('036000291452');
  expect(find('042100005264')).toBe('042100005264');
  expect(find('0042100005264')).toBe('0042100005264');
  expect([find('A-1'), find('A-2')]).toEqual(['A-1', undefined]);
});

test.each([
  ['', '1001'],
  ['1000', '1001'],
  ['0099', '0100'],
  ['9999', '10000'],
  ['A12', '1001'],
  ['6901234567892', '1001'],
])('the next barcode after "%s" is %s', (code, next) => {
  expect(nextBarcode(code)).toBe(next);
});

test('the highest own barcode is the highest number of fewer than twelve digits', () => {
  expect(highestOwnBarcode(['999', '1001', 'A12', '6901234567892', '036000291452'])).toBe('1001');
  expect(highestOwnBarcode(['6901234567892'])).toBe('');
});
