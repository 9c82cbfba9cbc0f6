import { expect, test } from 'vitest';
import { besideMonths, applyMonthColumns, titleInMonth } from './monthColumns.ts';
import { defineTable } from './table.ts';

const sums = defineTable({
  id: 'sums',
  path: '/sums',
  access: { page: '/sums' },
  columns: {
    name: { type: 'text' },
    ...besideMonths({ paid: { type: 'money' }, owed: { type: 'money' } }),
    total: { type: 'money' },
  },
  filters: {},
  order: { column: 'name', direction: 'asc' },
});
const titles = (dates: unknown): readonly string[] =>
  Object.entries(applyMonthColumns(sums, dates).columns).map(([name, column]) =>
    titleInMonth(column, name),
  );

test('only the requested months get columns, each titled with its month', () => {
  expect(titles(['2025-12-15', '2026-01-01'])).toEqual([
    'name',
    '2025-12 paid1',
    '2025-12 owed1',
    '2026-01 paid2',
    '2026-01 owed2',
    'total',
  ]);
  expect(titles(['2025-01-01', '2025-12-31'])).toHaveLength(26);
});

test.each([
  ['no days', undefined],
  ['no last day', ['2026-01-01', null]],
  ['a last day before the first', ['2026-02-01', '2026-01-01']],
  ['what is no day', ['2026', 'x']],
])('a date filter with %s gives no month columns', (_, dates) => {
  expect(titles(dates)).toEqual(['name', 'total']);
});

test('a table without months is unchanged, and a figure alone is labelled by its month', () => {
  const plain = { ...sums, columns: { name: sums.columns.name } };
  expect(applyMonthColumns(plain, ['2026-01-01', '2026-02-01'])).toBe(plain);
  const [column] = Object.values(besideMonths({ paid: { type: 'money' } }));
  expect(
    titleInMonth({ type: 'money', ofMonth: { place: 0, alone: true, month: '2026-01' } }, 'x'),
  ).toBe('2026-01');
  expect(titleInMonth(column, 'x')).toBe('x');
});
