import { expect, test } from 'vitest';
import { documentNumber, numberPeriod } from './number.ts';

test.each([
  ['purchaseIn', '2026-11-21', 1, 'CGRK26110000001'],
  ['saleOut', '2026-01-05', '672', 'XSCK26010000672'],
  ['retailBack', '1999-12-31', 12345678, 'LSTH991212345678'],
] as const)('a %s of %s with the counter %s has the number %s', (kind, day, value, number) => {
  expect(documentNumber(kind, numberPeriod(day), value)).toBe(number);
});
