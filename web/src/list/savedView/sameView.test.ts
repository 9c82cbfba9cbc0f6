import { defineTable } from '@tradehouse/contract';
import type { ListView } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { standsAt } from './sameView.ts';

const sales = defineTable({
  id: 'sales',
  path: '/sales/list',
  access: 'signedIn',
  columns: { id: { type: 'id', hidden: true }, number: { type: 'text' } },
  filters: {
    number: { by: 'contains', columns: ['number'], control: 'text' },
    time: { by: 'own', control: 'dates', starts: 'threeMonths' },
  },
  order: { column: 'id', direction: 'desc' },
});
const on = (today: string) => ({ today, hidden: [] });
const list: ListView = {
  search: { number: 'X' },
  pageSize: 10,
  columns: { order: [], hidden: [] },
};

test('an equal view in another order counts as current', () => {
  const view = { columns: { hidden: [], order: [] }, search: { number: 'X' }, pageSize: 10 };
  expect(standsAt(sales, list, view, on('2026-05-31'))).toBe(true);
});

test('a view compares only its stored settings', () => {
  expect(standsAt(sales, list, { search: { number: 'X' } }, on('2026-05-31'))).toBe(true);
  expect(standsAt(sales, list, { search: { number: 'Y' } }, on('2026-05-31'))).toBe(false);
  expect(standsAt(sales, list, { search: { number: 'X' }, pageSize: 20 }, on('2026-05-31'))).toBe(
    false,
  );
  const sorted = { search: { number: 'X' }, sort: { column: 'number', order: 'asc' as const } };
  expect(standsAt(sales, list, sorted, on('2026-05-31'))).toBe(false);
});

test('relative days equal the dates of the current day', () => {
  const moving: ListView = { search: { time: 'lastMonth' } };
  const april: ListView = { search: { time: ['2026-04-01', '2026-04-30'] } };
  expect(standsAt(sales, april, moving, on('2026-05-31'))).toBe(true);
  expect(standsAt(sales, april, moving, on('2026-06-01'))).toBe(false);
});
