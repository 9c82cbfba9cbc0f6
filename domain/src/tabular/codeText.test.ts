import { expect, test } from 'vitest';
import { isShortenedNumber } from './codeText.ts';

test.each([
  ['2.3E+18', true],
  ['2,30457e+18', true],
  ['1E+10', true],
  ['5E10', false],
  ['SO-2.3E+18', false],
  ['2304567890123456789', false],
])('the code %j was shortened by a spreadsheet: %s', (text, expected) =>
  expect(isShortenedNumber(text)).toBe(expected),
);
