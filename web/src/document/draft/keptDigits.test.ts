import { expect, test } from 'vitest';
import { keptDigitsIn } from './keptDigits.ts';

test('keptDigitsIn returns the most decimals kept in a currency, and 0 for other currencies', () => {
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
