import { companyTables } from '@tradehouse/contract/declared';
import { reports } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { growthTable, grown } from './growth.ts';
import type { Walked } from './growth.ts';
import { today } from './reading.ts';
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
] as const)('against 2 ms at the smaller size, %j misses %j', (larger, missed) => {
  const both = [walked('saleOut', 10), walked('saleOut', 100, larger)];
  expect(grown(both, [10, 100])).toMatchObject([{ name: 'saleOut', missed }]);
});

test('a single size has no growth to miss, and its time counts', () => {
  const [one] = grown([walked('log', 10, { p95: 31 })], [10]);
  expect(one).toMatchObject({ ratio: Number.NaN, missed: ['time'] });
});

test('the table has a line for each, its sizes in order, and tells how many kept all', () => {
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

test('every list and report that is declared is asked, or is told to have no page', () => {
  const names = [...everyOpened.map(({ name }) => name), ...withoutPage];
  expect(names).toEqual(expect.arrayContaining(companyTables.map(({ id }) => id)));
  expect(withoutPage.length).toBeLessThan(5);
});

test('lists have the budget of lists; reports and the debt list the budget of reports', () => {
  for (const table of companyTables)
    expect(budgetOf(table) !== 30, table.id).toBe(reports.includes(table) || table.id === 'debts');
});

test('a page is requested with the days its filters start with', () => {
  const company = { productIds: ['1'], customerIds: ['2'], accountId: '3' } as never;
  const asked = everyOpened.find(({ name }) => name === 'journal')?.ask(company);
  expect(asked?.query).toMatchObject({
    search: { dates: [`${today().slice(0, 7)}-01`, today()] },
  });
});

test('own reports are asked by each of their dimensions, for the figures that they show and no more', () => {
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
