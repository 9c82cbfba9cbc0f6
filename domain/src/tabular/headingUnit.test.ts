import { describe, expect, test } from 'vitest';
import { headingFactor, withoutBrackets } from './headingUnit.ts';
import type { Measure } from './headingUnit.ts';

const factors: readonly (readonly [Measure, string, string | null])[] = [
  ['money', '零售价', '1'],
  ['money', '零售价(元)', '1'],
  ['money', '零售价（￥）', '1'],
  ['money', 'Sale price (CNY)', '1'],
  ['money', '单价(含税)', '1'],
  ['money', '单价(元/kg)', '1'],
  ['money', '单价（元/个）', '1'],
  ['money', '期初应收(万元)', '10000'],
  ['money', '期初应收（单位：万元）', '10000'],
  ['money', '期初应收(人民币万元)', '10000'],
  ['money', '信用额度[千元]', '1000'],
  ['money', '金额(含税，万元)', '10000'],
  ['money', 'Limit (CNY thousand)', '1000'],
  ['money', 'Limit (in thousands)', '1000'],
  ['money', 'Limit (CNY million)', '1000000'],
  ['money', "Limit ('000)", null],
  ['money', '零售价(USD)', null],
  ['money', '零售价(美元)', null],
  ['money', '期初应收(万美元)', null],
  ['money', '零售价($)', null],
  ['money', '零售价(分)', null],
  ['money', 'Price (in cents)', null],
  ['money', '零售价(元/箱)', null],
  ['money', 'Price (per case)', null],
  ['weight', '基础重量(kg)', '1'],
  ['weight', '基础重量(千克)', '1'],
  ['weight', '基础重量(g)', '0.001'],
  ['weight', 'Weight [g]', '0.001'],
  ['weight', '重量(g) Weight (g)', '0.001'],
  ['weight', 'Weight (lb)', '0.45359237'],
  ['weight', 'Weight (st)', null],
  ['weight', '重量(毛重)', '1'],
  ['days', '保质期(天)', '1'],
  ['days', 'Shelf life (weeks)', '7'],
  ['days', '保质期(月)', null],
  ['days', '账期(个月)', null],
  ['percent', '税率(%)', '1'],
  ['percent', '税率(‰)', null],
  ['quantity', '实盘数量(个)', '1'],
  ['quantity', '实盘数量(可空)', '1'],
  ['quantity', '实盘数量(打)', '12'],
  ['quantity', '实盘数量(箱)', null],
  ['quantity', 'Counted (cartons)', null],
  ['quantity', '实盘数量(g)', null],
  ['rate', '汇率(本币)', '1'],
  ['rate', '汇率(100外币)', null],
  ['rate', 'Rate (per 100)', null],
];
test.each(factors)('%s below %s is multiplied by %s', (measure, title, factor) =>
  expect(headingFactor(title, measure, 'CNY')).toBe(factor),
);

describe('a currency sign in a heading counts where the company’s own currency has it', () => {
  test.each([
    ['$', 'USD', '1'],
    ['$', 'HKD', '1'],
    ['¥', 'JPY', '1'],
    ['¥', 'USD', null],
    ['€', 'EUR', '1'],
    ['VAT', 'EUR', '1'],
  ])('(%s) of a company with %s is multiplied by %s', (sign, currency, factor) =>
    expect(headingFactor(`Price (${sign})`, 'money', currency)).toBe(factor),
  );
});

test('a heading without brackets keeps the rest', () =>
  expect(withoutBrackets('重量（g）[x] Weight 【y】')).toBe('重量 Weight '));
