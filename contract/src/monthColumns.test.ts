import { expect, test } from 'vitest';
import { besideMonths, inMonths, titleInMonth } from './monthColumns.ts';
import { table } from './table.ts';

const sums = table({
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
  Object.entries(inMonths(sums, dates).columns).map(([name, column]) => titleInMonth(column, name));

test('only the requested months get columns, under their names', () => {
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
])('none stands for %s', (_, dates) => {
  expect(titles(dates)).toEqual(['name', 'total']);
});

test('a table without months is the same, and a figure alone is called by its month', () => {
  const plain = { ...sums, columns: { name: sums.columns.name } };
  expect(inMonths(plain, ['2026-01-01', '2026-02-01'])).toBe(plain);
  const [column] = Object.values(besideMonths({ paid: { type: 'money' } }));
  expect(
    titleInMonth({ type: 'money', ofMonth: { place: 0, alone: true, month: '2026-01' } }, 'x'),
  ).toBe('2026-01');
  expect(titleInMonth(column, 'x')).toBe('x');
});
