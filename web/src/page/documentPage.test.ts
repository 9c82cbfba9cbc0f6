import { expect, test } from 'vitest';
import { convertible } from './documentActions.tsx';
import { purposeOf } from './documentPage.tsx';

test.each([
  ['new', '', { open: 'new' }],
  ['new', 'copy=7', { open: 'copy', id: '7' }],
  ['new', 'from=7,8', { open: 'convert', ids: '7,8' }],
  ['7/edit', '', { open: 'edit', id: '7' }],
  ['7', '', null],
] as const)('the address …/%s?%s opens %j', (rest, query, purpose) => {
  expect(purposeOf(rest, new URLSearchParams(query))).toEqual(purpose);
});

test.each([
  ['saleOut', 'saleBack', '0', false],
  ['saleOut', 'saleBack', '1', true],
  ['saleOut', 'saleBack', '2', true],
  ['saleOrder', 'saleOut', '3', true],
  ['saleOrder', 'saleOut', '2', false],
] as const)('%s becomes %s from status %s: %s', (from, to, status, may) => {
  expect(convertible(from, to, status)).toBe(may);
});
