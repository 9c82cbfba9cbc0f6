import type { Table } from '@tradehouse/contract';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../phrase/index.ts';
import { textWidth } from '../record/labels.ts';
import { contentWidths } from './columnRoom.ts';

beforeAll(() => loadPhrases('en'));

const own = { currency: 'USD', currencySymbol: '$', currencyDigits: 2 };
const widthOf = (column: Table['columns'][string], amount: string, currency = 'EUR') => {
  const table = {
    id: 'flows',
    path: '',
    access: { page: '' },
    columns: { currency: { type: 'text', hidden: true }, amount: column },
    filters: {},
    order: { column: 'amount', direction: 'asc' },
  } as const satisfies Table;
  const page = { rows: [{ currency, amount }], total: 1, totals: {} };
  return contentWidths<Table>(table, page, own, {}).get('amount');
};

test.each([
  ['what came in, with its plus and the sign of its currency', { signed: true }, '150', '+€150.00'],
  ['what went out', { signed: true }, '-150', '-€150.00'],
  ['what has no plus', {}, '150', '€150.00'],
  ['what is in the company’s own, whatever its row is in', { own: true }, '150', '150.00'],
] as const)('a column has room for %s', (_, more, amount, said) => {
  expect(widthOf({ type: 'money', ...more }, amount)).toBeGreaterThanOrEqual(textWidth(said));
  expect(widthOf({ type: 'money', ...more }, amount)).toBeLessThanOrEqual(textWidth(said) + 4);
});
