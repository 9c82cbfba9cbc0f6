import { expect, test } from 'vitest';
import { fitText, letterHeight, lineHeight } from './fit.ts';

/** Chinese is as wide as it is high, all else half of it. */
const measure = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/\p{Script=Han}/u.test(letter) ? 1 : 0.5), 0);
const plain = (fontSize: number) => ({ fontSize, bold: false });
/** A box for so many Chinese letters in so many lines of 10 points. */
const box = (letters: number, lines: number) => ({
  width: letterHeight(10) * letters + 0.01,
  height: lineHeight(10) * lines + 0.01,
});

test.each([
  ['what fits stands in one line', '青花瓷茶杯', box(5, 1), 10, ['青花瓷茶杯']],
  [
    'a Chinese name goes on in the next line',
    '青花瓷茶杯六件套',
    box(5, 2),
    10,
    ['青花瓷茶杯', '六件套'],
  ],
  ['an English one breaks between words', 'Blue tea cup', box(5, 2), 10, ['Blue tea', 'cup']],
  ['what is a little too long is written smaller', '青花瓷茶杯套', box(5, 1), 8, ['青花瓷茶杯套']],
  ['a price is never broken', '¥1299.00', box(3, 2), 7.5, ['¥1299.00']],
  ['what is much too long is cut', '青花瓷茶杯六件套礼盒装', box(3, 1), 6, ['青花瓷茶…']],
  [
    'in the last of its lines',
    '青花瓷茶杯六件套礼盒装经典',
    box(3, 2),
    6,
    ['青花瓷茶杯', '六件套礼盒', '装经典'],
  ],
  [
    'a word that is too long breaks where it must',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    box(3, 1),
    6,
    ['ABCDEFGHI…'],
  ],
  ['nothing is nothing', '', box(3, 1), 10, ['']],
] as const)('a text is fitted into its box: %s', (_what, text, size, fontSize, lines) => {
  const result = fitText(text, size, plain(10), measure);
  expect(result).toEqual({ fontSize, lines });
  for (const line of result.lines)
    expect(measure(line) * letterHeight(result.fontSize)).toBeLessThanOrEqual(size.width + 0.01);
});

test('letters of five points and less are not made smaller', () => {
  expect(fitText('青花瓷茶杯', box(1, 1), plain(4), measure).fontSize).toBe(4);
  expect(fitText('青花瓷茶杯', box(1, 1), plain(6), measure).fontSize).toBe(5);
});
