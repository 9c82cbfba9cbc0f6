import { expect, test } from 'vitest';
import { decimal } from '../decimal.ts';
import type { Allocation } from '../document/document.ts';
import type { DomainError } from '../error/domainError.ts';
import { checkAllocations, expandSerials, parseSerials } from './allocation.ts';

test.each([
  ['a,b', ['a', 'b']],
  ['a，b、 c\n d,', ['a', 'b', 'c', 'd']],
  ['', []],
])('the typed serials %j are separated at commas, blanks and line breaks', (text, serials) => {
  expect(parseSerials(text)).toEqual(serials);
});

// The first and the last serial name a whole delivery.
test.each([
  ['SN008~SN011', ['SN008', 'SN009', 'SN010', 'SN011']],
  ['SN8～11', ['SN8', 'SN9', 'SN10', 'SN11']],
  ['a1~a2, b7', ['a1', 'a2', 'b7']],
  ['2024-001~2024-003', ['2024-001', '2024-002', '2024-003']],
  ['A1~B3', ['A1~B3']],
  ['SN5~SN4', ['SN5~SN4']],
  ['SN001~SN0003', ['SN001~SN0003']],
  ['SN1~SN99999', ['SN1~SN99999']],
  ['A-1', ['A-1']],
])('the typed serials %j are expanded to %j', (text, serials) => {
  expect(expandSerials(text)).toEqual(serials);
});

const part = (quantity: number, more: Partial<Allocation> = {}): Allocation => ({
  quantity: decimal(quantity),
  lot: null,
  expiry: null,
  serials: [],
  stockType: 'formal',
  bin: null,
  ...more,
});
const plainGoods = { barcode: '1001', serialManaged: false, lotManaged: false };
const lotGoods = { ...plainGoods, lotManaged: true };
const serialGoods = { ...plainGoods, serialManaged: true };

test.each([
  ['all of it', plainGoods, 5, [part(5)], null],
  ['two parts', plainGoods, 5, [part(3), part(2, { stockType: 'gift' })], null],
  ['a part too few', plainGoods, 5, [part(3)], 'allocation.quantity'],
  ['a loss of a count', plainGoods, -5, [part(5)], null],
  ['a lot', lotGoods, 5, [part(5, { lot: 'L1' })], null],
  ['no lot', lotGoods, 5, [part(5)], 'lot.missing'],
  ['a lot no one keeps', plainGoods, 5, [part(5, { lot: 'L1' })], 'lot.notManaged'],
  ['as many serials', serialGoods, 2, [part(2, { serials: ['a', 'b'] })], null],
  ['no serials', serialGoods, 2, [part(2)], 'serial.missing'],
  ['a serial too few', serialGoods, 2, [part(2, { serials: ['a'] })], 'serial.count'],
  ['half a piece with a serial', serialGoods, 1.5, [part(1.5, { serials: ['a'] })], 'serial.count'],
  [
    'the same serial twice',
    serialGoods,
    2,
    [part(1, { serials: ['a'] }), part(1, { serials: ['a'] })],
    'serial.repeated',
  ],
  [
    'a serial of 100 letters',
    serialGoods,
    1,
    [part(1, { serials: ['s'.repeat(100)] })],
    'serial.tooLong',
  ],
  ['a serial of 99 letters', serialGoods, 1, [part(1, { serials: ['s'.repeat(99)] })], null],
  ['serials no one keeps', plainGoods, 1, [part(1, { serials: ['a'] })], 'serial.notManaged'],
] as const)(
  'an allocation is checked against the quantity and product of its line: %s',
  (_, product, quantity, allocations, refusal) => {
    const check = (): void => checkAllocations(product, decimal(quantity), allocations, true);
    if (refusal === null) expect(check).not.toThrow();
    else
      expect(check).toThrow(
        expect.objectContaining({ key: refusal } satisfies Partial<DomainError>),
      );
  },
);

test.each([
  ['no lot', lotGoods, [part(2)], null],
  ['no serials', serialGoods, [part(2)], null],
  ['a part too few', plainGoods, [part(1)], 'allocation.quantity'],
  ['a lot no one keeps', plainGoods, [part(2, { lot: 'L1' })], 'lot.notManaged'],
  ['serials no one keeps', plainGoods, [part(2, { serials: ['a', 'b'] })], 'serial.notManaged'],
  ['a serial too few', serialGoods, [part(2, { serials: ['a'] })], 'serial.count'],
] as const)(
  'an allocation is checked, with lot and serials optional, on a line without goods movement: %s',
  (_, product, parts, key) => {
    const check = (): void => checkAllocations(product, decimal(2), parts, false);
    if (key === null) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ key } satisfies Partial<DomainError>));
  },
);
