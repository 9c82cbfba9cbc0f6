import { MOST_COPIES } from '@tradehouse/contract';
import type { LabelGoods } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { addToLabelQueue, labelRowsOfScan } from './labelQueue.ts';

const goods = (barcode: string, more: Partial<LabelGoods> = {}): LabelGoods => ({
  barcode,
  productName: '茶杯',
  englishName: '',
  skuCode: '',
  standard: '',
  model: '',
  color: '',
  brand: '',
  attributes: '',
  origin: '',
  unit: '个',
  contents: '',
  shelfPosition: '',
  lot: '',
  expiry: '',
  serial: '',
  prices: { retail: null, sale: '20', distributor: null, supply: null },
  lotManaged: false,
  serialManaged: false,
  templateId: null,
  copies: 1,
  ...more,
});

test('a queued row gets more labels, and each lot has its own row', () => {
  const first = addToLabelQueue([], [goods('1001', { copies: 3 }), goods('1001', { lot: 'L1' })]);
  expect(first.map(({ key, copies }) => [key, copies])).toEqual([
    ['1001  ', 3],
    ['1001 L1 ', 1],
  ]);
  const more = addToLabelQueue(first, [goods('1001'), goods('1002')]);
  expect(more.map(({ copies }) => copies)).toEqual([4, 1, 1]);
});

test('a queued label starts with a visible price and keeps a chosen price', () => {
  const [row] = addToLabelQueue([], [goods('1001')]);
  expect(row?.price).toBe('sale');
  if (row === undefined) throw new Error('no row');
  const [again] = addToLabelQueue([{ ...row, price: 'supply' }], [goods('1001')]);
  expect(again?.price).toBe('supply');
});

test('the number of copies of a queued label is limited', () => {
  const [row] = addToLabelQueue([], [goods('1001', { copies: 50_000 })]);
  expect(row?.copies).toBe(MOST_COPIES);
});

test('a scanned lot or serial stands on the label of managed goods', () => {
  const content = {
    code: '1001',
    alternatives: [],
    lot: 'A',
    produced: '',
    expiry: '2027-05-31',
    serial: 'S9',
    quantity: '',
    weight: '',
    amount: '',
  };
  const rows = [
    goods('1001', { lotManaged: true }),
    goods('1002', { serialManaged: true }),
    goods('1003'),
  ];
  expect(
    labelRowsOfScan(rows, content).map(({ lot, expiry, serial }) => [lot, expiry, serial]),
  ).toEqual([
    ['A', '2027-05-31', ''],
    ['', '', 'S9'],
    ['', '', ''],
  ]);
  expect(labelRowsOfScan(rows, { ...content, alternatives: ['1002'] })).toHaveLength(1);
});
