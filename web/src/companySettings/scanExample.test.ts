import { expect, test } from 'vitest';
import { exampleOfRule } from './scanExample.ts';

const rule = {
  prefix: '21',
  measure: 'weight',
  itemDigits: 5,
  weightDecimals: 3,
  priceDecimals: 2,
} as const;

test('an example shows the code of a scale and its content', () => {
  expect(exampleOfRule(rule)).toEqual({ code: '2112345012346', item: '12345', value: '1.234 kg' });
  expect(exampleOfRule({ ...rule, measure: 'price', itemDigits: 6 })).toEqual({
    code: '2112345612348',
    item: '123456',
    value: '12.34',
  });
});
