import { expect, test } from 'vitest';
import { keptDigitsIn } from './keptDigits.ts';

test('kept decimals apply only to amounts in the currency', () => {
  const kept = [
    { currency: 'USD', digits: 3 },
    { currency: 'CNY', digits: 2 },
    { currency: 'USD', digits: 4 },
  ];
  expect(keptDigitsIn(kept, 'USD')).toBe(4);
  expect(keptDigitsIn(kept, 'CNY')).toBe(2);
  expect(keptDigitsIn(kept, 'EUR')).toBe(0);
  expect(keptDigitsIn([], 'USD')).toBe(0);
});
