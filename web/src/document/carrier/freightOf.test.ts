import { expect, test } from 'vitest';
import { freightOf } from './freightOf.ts';

test.each([
  ['15', 'CNY', '15'],
  ['15', 'USD', ''],
  [null, 'CNY', null],
  [null, 'USD', null],
])('a rate of %s %s is a freight of %j', (amount, currency, freight) => {
  expect(freightOf({ amount, currency }, 'CNY')).toBe(freight);
});
