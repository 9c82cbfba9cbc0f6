import { daysOfRange } from '@tradehouse/contract';
import { describe, expect, test } from 'vitest';
import { withRecent } from '../app/settings/recent.ts';
import { percentChangeBetween, moneyUrl, monthDays, waitingUrl } from './homeFigures.ts';

test.each([
  ['120', '100', '20'],
  ['100', '120', '-16.7'],
  ['0', '50', '-100'],
  ['-12', '18', '-166.7'],
  ['0', '-18', null],
  ['5', '0', null],
  [null, '5', null],
  ['5', null, null],
])('the figure %s after %s is a change of %s percent', (now, before, change) => {
  expect(percentChangeBetween(now, before)).toBe(change);
});

describe('a home page sum links to the report of its date range', () => {
  const today = '2026-02-28';
  test.each([
    ['sale', 'today', '/report/sale_out_report?dates=2026-02-28%2C2026-02-28'],
    ['retailSale', 'yesterday', '/report/retail_out_report?dates=2026-02-27%2C2026-02-27'],
    ['buy', 'month', '/report/buy_in_report?dates=2026-02-01%2C2026-02-28'],
    ['profit', 'year', '/report/profit?dates=2026-01-01%2C2026-02-28&level=document'],
  ] as const)('%s of %s', (side, span, url) => {
    expect(moneyUrl(side, daysOfRange(span, today))).toBe(url);
  });

  test('a sum of a month opens the report until the last day', () => {
    expect(monthDays('2026-02')).toEqual(['2026-02-01', '2026-02-28']);
  });
});

describe('a home page tile links to its counted documents, of all dates or of today', () => {
  const today = '2026-05-31';
  test.each([
    ['orderedToday', 'saleOrder', '/bill/sale_order?time=2026-05-31%2C2026-05-31'],
    ['toApprove', 'saleOut', '/bill/sale_out?status=0&inForce=false&time='],
    ['toApprove', 'saleOrder', '/bill/sale_order?status=0&time='],
    ['toShip', 'saleOrder', '/bill/sale_order?status=1%2C3&time='],
    ['toCollect', 'saleOut', '/bill/sale_out?hasLastDebt=true&inForce=true&time='],
    [
      'overdueOut',
      'purchaseIn',
      '/bill/purchase_in?hasLastDebt=true&inForce=true&dueOn=%2C2026-05-30&time=',
    ],
  ] as const)('%s of %s', (tile, kind, url) => {
    expect(waitingUrl(tile, kind, today)).toBe(url);
  });
});

test('a just opened document heads the recent documents once, and the oldest is dropped', () => {
  const one = (id: string) => ({ kind: 'saleOut', id, number: `n${id}` }) as const;
  const eight = ['1', '2', '3', '4', '5', '6', '7', '8'].map(one);
  expect(withRecent(eight, one('3')).map(({ id }) => id)).toEqual([...'31245678']);
  expect(withRecent(eight, one('9')).map(({ id }) => id)).toEqual([...'91234567']);
});
