import { decimal } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { columnsOfSettledLines, settleProblem, withKept } from './moneyLine.ts';
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
] as const)('settling %s is checked against the open amount: %s of %s', (_, amount, open, fits) => {
  expect(settleProblem({ amount, open }, 2) === null).toBe(fits);
});

test('a refused amount quotes the open amount as money', async () => {
  await loadPhrases('en');
  expect(settleProblem({ amount: '200', open: '175.6' }, 2)).toContain('175.60');
});

const yuan = { currency: 'CNY', digits: 2 };
const row: SettledLine = {
  line: null,
  settledDocumentId: '1',
  number: 'XSCK1',
  day: '2026-03-10',
  dueOn: '2026-04-09',
  debt: '100',
  settled: '0',
  open: '100',
  amount: '100',
  expectedOn: null,
  remark: '',
};

test('a kept deposit follows the refunds and is never above zero', () => {
  const [, kept] = withKept([row], decimal('-100'), 'kept');
  expect(kept).toMatchObject({ settledDocumentId: null, number: 'kept', amount: '-100' });
  expect(
    withKept([row, { ...row, settledDocumentId: null, amount: '-30' }], decimal('-70')),
  ).toEqual([row, { ...row, settledDocumentId: null, amount: '-100' }]);
  const amount = columnsOfSettledLines('depositOut', yuan).find(({ id }) => id === 'amount');
  expect(kept && amount?.write?.(kept, '-40')).toEqual({ row: { ...kept, amount: '-40' } });
  expect(kept && amount?.write?.(kept, '40')).toHaveProperty('wrong');
});

test('a settled bill shows its day and due day; a deposit has no due day', () => {
  const shown = (code: 'moneyIn' | 'depositOut') =>
    columnsOfSettledLines(code, yuan)
      .filter(({ id }) => id === 'day' || id === 'dueOn')
      .map((column) => column.show(row));
  expect(shown('moneyIn')).toEqual(['2026-03-10', '2026-04-09']);
  expect(shown('depositOut')).toEqual(['2026-03-10']);
});

test('an amount is in the currency of its document and keeps its decimals', () => {
  const amount = columnsOfSettledLines('moneyIn', yuan).find(({ id }) => id === 'amount');
  expect(amount?.write?.(row, '10,50')).toEqual({ row: { ...row, amount: '10.5' } });
  expect(amount?.write?.(row, '0.001')).toHaveProperty('wrong');
  expect(amount?.write?.(row, '$5')).toHaveProperty('wrong');
  expect(amount?.write?.(row, 'ten')).toHaveProperty('wrong');
});
