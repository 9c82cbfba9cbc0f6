import { expect, test } from 'vitest';
import { begunAddress, begunLines } from './begun.ts';

const line = {
  barcode: '1001',
  quantity: '2.5',
  warehouseId: '7',
  lot: 'A&1,"x"',
  expiry: '2026-01-02',
  stockType: 'gift',
} as const;

test('lines of a new document are unchanged after encoding in an address', () => {
  const url = new URL(begunAddress('/bill/other_out', [line, { ...line, lot: '' }]), 'http://x');
  expect(url.pathname).toBe('/bill/other_out/new');
  expect(begunLines(url.searchParams.get('lines') ?? '')).toMatchObject([
    {
      barcode: '1001',
      quantity: '2.5',
      warehouseId: '7',
      product: null,
      allocations: [{ lot: 'A&1,"x"', expiry: '2026-01-02', stockType: 'gift', quantity: '' }],
    },
    { allocations: [{ lot: '' }] },
  ]);
});

test.each(['', '{', '7', '[1,null]', '[[""]]', '{"a":1}'])(
  'the malformed lines %j start a document without lines',
  (text) => {
    expect(begunLines(text)).toEqual([]);
  },
);

test('unknown prefill values are ignored', () => {
  expect(begunLines('[["1001"],["1002","3","","","","odd"]]')).toMatchObject([
    { barcode: '1001', quantity: '', warehouseId: null, allocations: [{ stockType: 'formal' }] },
    { barcode: '1002', quantity: '3', allocations: [{ stockType: 'formal' }] },
  ]);
});
