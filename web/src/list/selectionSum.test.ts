import { defineTable } from '@tradehouse/contract';
import { boughtTable } from '@tradehouse/contract/testReport';
import { expect, test } from 'vitest';
import { sumSelectedRows } from './selectionSum.ts';

const { id, name } = boughtTable.columns;
const table = defineTable({
  ...boughtTable,
  columns: {
    id,
    name,
    currency: { type: 'text' },
    price: { type: 'price' },
    paid: { type: 'money' },
    goods: { type: 'money', sum: true, echoes: 'amount' },
    amount: { type: 'money', sum: true },
    worth: { type: 'money', sum: true, own: true },
  },
});
const row = (currency: string, amount: string | null) => ({
  id: '1',
  name: 'XS1',
  currency,
  price: '1',
  paid: '7',
  goods: amount,
  amount,
  worth: '70',
});

type ListRow = ReturnType<typeof row>;

/** The sum of selected rows in a list that shows them. */
const sumOf = (rows: readonly ListRow[], hidden: readonly string[] = []) =>
  sumSelectedRows(
    { table, columns: { hidden }, data: { rows: [...rows], total: rows.length, totals: {} } },
    rows,
  );

test('a selection is summed in the first shown money column that has a total', () => {
  const rows = [row('USD', '0.10'), row('USD', '0.20'), row('USD', '-1')];
  expect(sumOf(rows)).toEqual({ name: 'amount', amount: '-0.7', currency: 'USD' });
  const beside = [{ ...row('USD', '1'), goods: '3' }];
  expect(sumOf(beside)).toEqual({ name: 'goods', amount: '3', currency: 'USD' });
});

test('a selection in several currencies has a sum only in the company’s own', () => {
  const rows = [row('USD', '1'), row('CNY', '2')];
  expect(sumOf(rows)).toBeNull();
  const expected = { name: 'worth', amount: '140', currency: null };
  expect(sumOf(rows, ['goods', 'amount'])).toEqual(expected);
});

test('a selection with a hidden amount has no sum', () => {
  expect(sumOf([row('CNY', '1'), row('CNY', null)])).toBeNull();
});

test('amounts of 0 of goods moved without money have no sum', () => {
  const { amount } = table.columns;
  const moved = { ...table, columns: { amount: { ...amount, zeroIsNone: true as const } } };
  const sum = (value: string) => {
    const rows = [{ amount: value }];
    return sumSelectedRows(
      { table: moved, columns: {}, data: { rows, total: 1, totals: {} } },
      rows,
    )?.amount;
  };
  expect([sum('0.00'), sum('5')]).toEqual([undefined, '5']);
});

test('a list without a money column that has a total sums no selection', () => {
  expect(sumOf([row('CNY', '1')], ['goods', 'amount', 'worth'])).toBeNull();
});
