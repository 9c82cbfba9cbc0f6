import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, toPlainDecimal, rounded, sum } from './decimal.ts';
import { anAmount } from './testing.ts';

test.each([
  ['1.005', 2, '1.01'],
  ['-1.005', 2, '-1.01'],
  ['2.4449', 2, '2.44'],
  ['0.0000005', 6, '0.000001'],
  ['7', 2, '7'],
])('%s to %d digits is %s: halves go away from zero', (value, digits, expected) => {
  expect(toPlainDecimal(rounded(decimal(value), digits))).toBe(expected);
});

test.each([
  ['1e-7', '0.0000001'],
  ['1e21', '1000000000000000000000'],
  ['10.500', '10.5'],
])('%s is written %s', (value, text) => {
  expect(toPlainDecimal(decimal(value))).toBe(text);
});

test('0.1 + 0.2 is 0.3', () => {
  expect(toPlainDecimal(sum(['0.1', '0.2'].map(decimal)))).toBe('0.3');
});

test('24 digits times 6 keep every digit', () => {
  expect(toPlainDecimal(decimal('999999999999999999.999999').times('999.999'))).toBe(
    '999998999999999999999.999000001',
  );
});

test('a decimal written as text and read again is unchanged', () => {
  fc.assert(
    fc.property(anAmount, (amount) => {
      expect(decimal(toPlainDecimal(amount)).equals(amount)).toBe(true);
    }),
  );
});
