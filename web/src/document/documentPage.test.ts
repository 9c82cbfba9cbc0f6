import { expect, test } from 'vitest';
import { mayConvertTo, convertTargets } from './steps/documentActions.tsx';
import { purposeOf } from './documentPage.tsx';

test.each([
  ['new', '', { open: 'new' }],
  ['new', 'copy=7', { open: 'copy', id: '7' }],
  ['new', 'from=7,8', { open: 'convert', ids: '7,8' }],
  ['new', 'lines=[]', { open: 'begin', lines: '[]' }],
  ['7/edit', '', { open: 'edit', id: '7' }],
  ['7', '', null],
] as const)('the address …/%s?%s opens %j', (rest, query, purpose) => {
  expect(purposeOf(rest, new URLSearchParams(query))).toEqual(purpose);
});

test.each([
  ['saleOut', 'saleBack', '0', '0', false],
  ['saleOut', 'saleBack', '1', '0', true],
  ['saleOut', 'saleBack', '2', '0', true],
  ['saleOrder', 'saleOut', '3', '2', true],
  ['saleOrder', 'saleOut', '2', '0', false],
  ['saleOrder', 'purchaseOrder', '1', '3', true],
  ['saleOrder', 'purchaseOrder', '1', '2', false],
] as const)(
  'a %s converts to %s at status %s and purchase status %s: %s',
  (from, to, status, purchaseStatus, may) => {
    expect(mayConvertTo(from, to, { status, purchaseStatus })).toBe(may);
  },
);

test('purchases for a sales order are offered where the switch is on', () => {
  const everything = () => true;
  expect(convertTargets('saleOrder', everything, false)).toEqual(['saleOut']);
  expect(convertTargets('saleOrder', everything, true)).toEqual(['purchaseOrder', 'saleOut']);
});
