import { expect, test } from 'vitest';
import { asAsked, titleAsked } from './askedColumns.ts';
import { soldOwnTable } from './report/own.ts';

const columnsOf = (filters: object) => Object.keys(asAsked(soldOwnTable, { ...filters }).columns);

test('a row name is labelled by the row dimension, in either language', () => {
  const { name, quantity } = asAsked(soldOwnTable, { level: 'month' }).columns;
  expect(titleAsked('zh-cn', name, '名称')).toBe('月份');
  expect(titleAsked('en', name, 'Name')).toBe('Month');
  expect(titleAsked('en', quantity, 'Sold')).toBe('Sold');
});

test('columns of comparison, trend and second level exist only on request', () => {
  const whole = columnsOf({
    level: 'product',
    second: 'month',
    compare: 'before',
    trend: true,
  });
  expect(whole).toEqual(Object.keys(soldOwnTable.columns));
  const alone = columnsOf({ level: 'product' });
  expect(whole.filter((name) => !alone.includes(name))).toEqual([
    'secondName',
    ...whole.filter((name) => /(Before|Growth)$/.test(name)),
    'trend',
    'grouped',
  ]);
});

test('a trend column has the number format of the ranked figure', () => {
  const trendBy = (measure: string) =>
    asAsked(soldOwnTable, { trend: true, measure }).columns.trend;
  expect([trendBy('amount'), trendBy('quantity')]).toMatchObject([
    { trendOf: 'money' },
    { trendOf: 'quantity' },
  ]);
});
