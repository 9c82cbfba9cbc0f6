import { companyTables } from '@tradehouse/contract/declared';
import { reports } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { growthTable, summarizeGrowth } from './growth.ts';
import type { Walked } from './growth.ts';
import { todayOfBenchCompany } from './reading.ts';
import { budgetOf, everyDimension, everyOpened, withoutPage } from './opened.ts';

const walked = (name: string, documents: number, more: Partial<Walked> = {}): Walked => ({
  name,
  budget: 30,
  documents,
  rows: 5,
  p50: 2,
  p95: 4,
  failed: 0,
  ...more,
});

test.each([
  [{ p50: 3 }, []],
  [{ p50: 3.1 }, ['growth']],
  [{ p95: 30 }, []],
  [{ p95: 31 }, ['time']],
  [{ failed: 1 }, ['answer']],
  [{ p50: 9, p95: 90 }, ['time', 'growth']],
] as const)(
  'a larger-size result of %j, against 2 ms at the smaller size, misses the limits %j',
  (larger, missed) => {
    const both = [walked('saleOut', 10), walked('saleOut', 100, larger)];
    expect(summarizeGrowth(both, [10, 100])).toMatchObject([{ name: 'saleOut', missed }]);
  },
);

test('a growth table of a single size checks the time limit and no growth limit', () => {
  const [one] = summarizeGrowth([walked('log', 10, { p95: 31 })], [10]);
  expect(one).toMatchObject({ ratio: Number.NaN, missed: ['time'] });
});

test('the growth table has a line for each list, sorted by size, and counts the lists per class', () => {
  const lines = growthTable(
    [
      walked('log', 100, { p50: 4, rows: 0 }),
      walked('log', 10),
      walked('units', 10),
      walked('units', 100),
    ],
    [100, 10],
  );
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['list or report, median ms', 'rows', '10', '100', 'growth', 'p95 ms', 'allowed'],
    ['log', '0', '2.0', '4.0', '2.00', '4.0', '≤ 30', 'MISSED growth'],
    ['units', '5', '2.0', '2.0', '1.00', '4.0', '≤ 30', 'kept'],
    ['1 of 2 kept; 1 have no rows in this company'],
  ]);
});

test('every declared list and report is requested, or named for having no page', () => {
  const names = [...everyOpened.map(({ name }) => name), ...withoutPage];
  expect(names).toEqual(expect.arrayContaining(companyTables.map(({ id }) => id)));
  expect(withoutPage.length).toBeLessThan(5);
});

test('lists have the budget of lists; reports and the debt list the budget of reports', () => {
  for (const table of companyTables)
    expect(budgetOf(table) !== 30, table.id).toBe(reports.includes(table) || table.id === 'debts');
});

test('a page is requested with the initial days of its filters', () => {
  const company = { productIds: ['1'], customerIds: ['2'], accountId: '3' } as never;
  const asked = everyOpened.find(({ name }) => name === 'journal')?.ask(company);
  expect(asked?.query).toMatchObject({
    search: { dates: [`${todayOfBenchCompany().slice(0, 7)}-01`, todayOfBenchCompany()] },
  });
});

test('custom reports are requested by each dimension, for the shown figures only', () => {
  const names = everyDimension.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['soldOwn by salesperson', 'stockOwn by warehouse', 'cashOwn by month']),
  );
  const company = { productIds: ['1'], customerIds: ['2'], accountId: '3' } as never;
  const asked = everyDimension.find(({ name }) => name === 'soldOwn by month')?.ask(company);
  const { field } = (asked?.query ?? {}) as { field?: string };
  const fields = field?.split(',') ?? [];
  expect(fields).toContain('amount');
  expect(fields).not.toContain('charges');
});
