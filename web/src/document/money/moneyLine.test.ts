import { expect, test } from 'vitest';
import { moneyColumns, settleProblem } from './moneyLine.ts';
import type { SettledLine } from './moneyLine.ts';

test.each([
  ['all of it', '100', '100', true],
  ['a part', '40', '100', true],
  ['nothing', '', '100', true],
  ['more than is open', '100.01', '100', false],
  ['the wrong way round', '-5', '100', false],
  ['a part of a return', '-40', '-100', true],
  ['more than a return', '-101', '-100', false],
  ['a return the wrong way round', '5', '-100', false],
] as const)('settling %s: %s of %s', (_, amount, open, fits) => {
  expect(settleProblem({ amount, open }) === null).toBe(fits);
});

test('an amount keeps the decimals of the currency', () => {
  const row: SettledLine = {
    line: null,
    settledDocumentId: '1',
    number: 'XSCK1',
    debt: '100',
    settled: '0',
    open: '100',
    amount: '100',
    remark: '',
  };
  const amount = moneyColumns('moneyIn', 2).find(({ id }) => id === 'amount');
  expect(amount?.write?.(row, '1,0.50')).toEqual({ row: { ...row, amount: '10.5' } });
  expect(amount?.write?.(row, '0.001')).toHaveProperty('wrong');
  expect(amount?.write?.(row, 'ten')).toHaveProperty('wrong');
});
