import { expect, test } from 'vitest';
import { decimal } from '../decimal.ts';
import { kindCodes } from './kindCode.ts';
import type { KindCode } from './kindCode.ts';
import { documentKinds } from './kinds.ts';
import {
  checkTaken,
  makesProgress,
  mayClose,
  progressOn,
  sourceAgreed,
  targetsOf,
} from './links.ts';
import { progressOfLines, wireProgress } from './states.ts';

test.each<[KindCode, string[]]>([
  ['purchaseRequest', ['purchaseOrder']],
  ['purchaseOrder', ['purchaseIn']],
  ['purchaseIn', ['purchaseBack']],
  ['saleOrder', ['purchaseOrder', 'saleOut']],
  ['saleOut', ['saleBack']],
  ['retailOut', ['retailBack']],
  ['stockCount', ['stockRecount']],
])('%s becomes %j', (source, targets) => {
  expect(targetsOf(source)).toEqual(targets);
});

test('no other document kind converts to another kind', () => {
  const sources = kindCodes.filter((code) => targetsOf(code).length > 0);
  expect(sources).toHaveLength(7);
});

test.each<[KindCode, KindCode, string | undefined]>([
  ['purchaseOrder', 'purchaseIn', 'fulfilled'],
  ['saleOrder', 'purchaseOrder', 'purchased'],
  ['saleOut', 'saleBack', 'returned'],
  ['saleOut', 'purchaseBack', undefined],
])('%s is %s by %s', (source, target, progress) => {
  expect(progressOn(source, target)).toBe(progress);
});

test('only purchase orders made from requests or sales ignore the source’s price', () => {
  const made = kindCodes.filter((code) => Object.keys(documentKinds[code].sources).length > 0);
  expect(made.filter((code) => !sourceAgreed(code))).toEqual(['purchaseOrder']);
});

test('orders, requisitions, counts and transfers have progress, and returns have none', () => {
  const orders = ['purchaseRequest', 'purchaseOrder', 'saleOrder'];
  expect(kindCodes.filter(makesProgress)).toEqual([...orders, 'transfer', 'stockCount']);
  expect(kindCodes.filter(mayClose)).toEqual([...orders, 'stockCount']);
});

const line = { barcode: '1001', number: 'CGDD1', ratio: decimal(1), baseQuantity: decimal(10) };
const taking =
  (
    taken: number,
    own: number,
    mayExceed = false,
    progress: 'fulfilled' | 'returned' = 'fulfilled',
  ) =>
  () =>
    checkTaken(progress, line, decimal(taken), decimal(own), mayExceed);

test('links to a source line may take at most its open quantity: 6 of 10 after 4, never 7', () => {
  expect(taking(11, 7)).toThrow(
    expect.objectContaining({
      key: 'document.overLinked',
      facts: { barcode: '1001', number: 'CGDD1', left: '6' },
    }),
  );
  expect(taking(10, 6)).not.toThrow();
});

test('a setting allows deliveries beyond the order, but never returns beyond the delivery', () => {
  expect(taking(11, 7, true)).not.toThrow();
  expect(taking(11, 7, true, 'returned')).toThrow('document.overLinked');
});

test('the open quantity is reported in the unit of the line', () => {
  const boxes = { ...line, ratio: decimal(12), baseQuantity: decimal(24) };
  const check = () => checkTaken('fulfilled', boxes, decimal(36), decimal(24), false);
  expect(check).toThrow(expect.objectContaining({ facts: expect.objectContaining({ left: '1' }) }));
});

test('the open quantity is zero, never negative, when more was already taken', () => {
  expect(taking(15, 3)).toThrow(
    expect.objectContaining({ facts: expect.objectContaining({ left: '0' }) }),
  );
});

/** An order of 10 x and 5 y, and the quantities received so far. */
test.each<[string, number, number, string]>([
  ['receipt 1 brings 4 of x', 4, 0, '3'],
  ['receipt 2 brings 6 of x and 5 of y', 10, 5, '2'],
  ['receipt 2 is deleted', 4, 0, '3'],
  ['receipt 1 too', 0, 0, '0'],
  ['receipt 1 alone is deleted', 6, 5, '3'],
  ['more than was ordered came', 12, 5, '2'],
])('order progress follows receipts: %s', (_what, x, y, status) => {
  const lines = [
    { baseQuantity: decimal(10), done: decimal(x) },
    { baseQuantity: decimal(5), done: decimal(y) },
    { baseQuantity: decimal(0), done: decimal(0) },
  ];
  expect(wireProgress(progressOfLines(lines))).toBe(status);
});
