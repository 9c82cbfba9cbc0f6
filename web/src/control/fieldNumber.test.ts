import { expect, test } from 'vitest';
import { parseFieldNumber, parseWholeNumber } from './fieldNumber.ts';

/** Number that a field holds after each key, as antd takes it: NaN changes nothing. */
const typed = (text: string, before: number | null, parse: (text: string) => number) =>
  [...text].reduce<number | null>((held, _, at) => {
    const next = parse(text.slice(0, at + 1));
    return Number.isNaN(next) ? held : next;
  }, before);

test('an ambiguous comma in a field of whole numbers stands before thousands', () => {
  expect(typed('1,234', 5, parseWholeNumber)).toBe(1234);
  expect(typed('12,345,678', null, parseWholeNumber)).toBe(12_345_678);
  expect(parseWholeNumber('365')).toBe(365);
  expect(parseWholeNumber('x')).toBeNaN();
  expect(parseWholeNumber(' ')).toBe('');
});

test('an ambiguous number in a field of decimals leaves the value from before typing', () => {
  expect(typed('1,234', 5, (text) => parseFieldNumber(text, 5))).toBe(5);
  expect(typed('1,234', null, (text) => parseFieldNumber(text))).toBe('');
  expect(typed('1,5', 5, (text) => parseFieldNumber(text, 5))).toBe(1.5);
  expect(parseFieldNumber('x', 5)).toBeNaN();
});
