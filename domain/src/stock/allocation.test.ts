import { expect, test } from 'vitest';
import { decimal } from '../decimal.ts';
import type { Allocation } from '../document/document.ts';
import type { DomainError } from '../error/domainError.ts';
import { checkAllocations, parseSerials } from './allocation.ts';

test.each([
  ['a,b', ['a', 'b']],
  ['a，b、 c\n d,', ['a', 'b', 'c', 'd']],
  ['', []],
])('serials typed as %j', (text, serials) => {
  expect(parseSerials(text)).toEqual(serials);
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
  ['a lot nobody keeps', plainGoods, 5, [part(5, { lot: 'L1' })], 'lot.notManaged'],
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
  ['serials nobody keeps', plainGoods, 1, [part(1, { serials: ['a'] })], 'serial.notManaged'],
] as const)('%s', (_, product, quantity, allocations, refusal) => {
  const check = (): void => checkAllocations(product, decimal(quantity), allocations);
  if (refusal === null) expect(check).not.toThrow();
  else
    expect(check).toThrow(expect.objectContaining({ key: refusal } satisfies Partial<DomainError>));
});
