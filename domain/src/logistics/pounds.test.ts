import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal } from '../decimal.ts';
import { POUND_DIGITS, kilogramsFromPounds, poundsFromKilograms } from './pounds.ts';

test.each([
  ['1', '0.453592'],
  ['2.2046', '0.99999'],
  ['100', '45.359237'],
  ['0', '0'],
])('%s lb are stored as %s kg', (pounds, kilograms) => {
  expect(kilogramsFromPounds(pounds)).toBe(kilograms);
});

test('pounds with up to four decimals come back from stored kilograms as typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (units) => {
      const pounds = decimal(units).div(10 ** POUND_DIGITS);
      expect(
        decimal(poundsFromKilograms(kilogramsFromPounds(pounds.toString()))).equals(pounds),
      ).toBe(true);
    }),
  );
});
