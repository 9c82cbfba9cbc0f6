import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitColumnWidths } from './columnWidths.ts';
import type { Natural } from './columnWidths.ts';

const words = (width: number, given = 0): Natural => ({ width, given, grows: true });
const figure = (width: number, given = 0): Natural => ({ width, given, grows: false });

test.each<readonly [string, readonly Natural[], readonly number[]]>([
  [
    'what is left over goes to words, by their length',
    [figure(20), words(20), words(10)],
    [20, 160 / 3, 80 / 3],
  ],
  ['figures alone share it', [figure(20), figure(30)], [40, 60]],
  ['a long name gives way, short columns stay', [figure(20), words(15), words(400)], [20, 15, 65]],
  ['several long ones give way alike', [figure(20), words(300), words(400)], [20, 40, 40]],
  ['figures and codes stay whole while words have a quarter', [figure(70), words(300)], [70, 30]],
  ['where they would not, all give way', [figure(90), words(300)], [50, 50]],
  ['a given width stands, whatever is in it', [words(10, 50), words(90)], [50, 50]],
  ['given widths beyond the table are shares of it', [words(1, 100), words(1, 100)], [50, 50]],
])('%s', (_, columns, widths) => {
  const result = fitColumnWidths(columns, 100);
  expect(result.map((width) => width.toFixed(3))).toEqual(widths.map((width) => width.toFixed(3)));
});

test('columns fill the table exactly and none is lost', () => {
  const column = fc.record({
    width: fc.integer({ min: 1, max: 500 }),
    given: fc.constantFrom(0, 0, 0, 10, 40),
    grows: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(column, { minLength: 1, maxLength: 20 }), (columns) => {
      fc.pre(columns.some(({ given }) => given === 0));
      const room = columns.reduce((sum, { given }) => sum + given, 0) < 100;
      const widths = fitColumnWidths(columns, 300);
      expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(300, 6);
      if (room) expect(Math.min(...widths)).toBeGreaterThan(0);
    }),
  );
});
