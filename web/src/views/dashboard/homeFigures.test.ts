import { describe, expect, test } from 'vitest';
import { withRecent } from '../../app/settings/recent.ts';
import { changeOf, waitingUrl } from './homeFigures.ts';

test.each([
  ['120', '100', '20'],
  ['100', '120', '-16.7'],
  ['0', '50', '-100'],
  ['-12', '18', '-166.7'],
  ['0', '-18', null],
  ['5', '0', null],
  [null, '5', null],
  ['5', null, null],
])('%s after %s is a change of %s', (now, before, change) => {
  expect(changeOf(now, before)).toBe(change);
});

describe('a waiting tile opens what it counts, of all dates', () => {
  const today = '2026-05-31';
  test.each([
    ['toApprove', 'saleOut', '/bill/sale_out?status=0&time='],
    ['toShip', 'saleOrder', '/bill/sale_order?status=1%2C3&time='],
    ['toCollect', 'saleOut', '/bill/sale_out?hasLastDebt=true&time='],
    ['overdueOut', 'purchaseIn', '/bill/purchase_in?hasLastDebt=true&dueOn=%2C2026-05-30&time='],
  ] as const)('%s of %s', (tile, kind, url) => {
    expect(waitingUrl(tile, kind, { today, forced: false })).toBe(url);
  });

  test('and what is approved alone where everything is to be approved', () => {
    const url = waitingUrl('toPay', 'purchaseIn', { today, forced: true });
    expect(url).toBe('/bill/purchase_in?hasLastDebt=true&status=1&time=');
  });
});

test('the document in hand stands first, once, and the oldest goes', () => {
  const one = (id: string) => ({ kind: 'saleOut', id, number: `n${id}` }) as const;
  const eight = ['1', '2', '3', '4', '5', '6', '7', '8'].map(one);
  expect(withRecent(eight, one('3')).map(({ id }) => id)).toEqual([...'31245678']);
  expect(withRecent(eight, one('9')).map(({ id }) => id)).toEqual([...'91234567']);
});
