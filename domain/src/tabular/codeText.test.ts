import { expect, test } from 'vitest';
import { isNoName, isShortenedNumber } from './codeText.ts';

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

test.each([
  ['#N/A', true],
  ['#ref!', true],
  ['#SPILL!', true],
  ['#NV', true],
  ['Err:502', true],
  ['〃', true],
  ['=', true],
  ['#1', false],
  ['#NAME badge', false],
  ['= A', false],
])('the text %j of a file counts as a missing name: %s', (text, expected) =>
  expect(isNoName(text)).toBe(expected),
);
