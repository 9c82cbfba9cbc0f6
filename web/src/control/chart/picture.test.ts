import { describe, expect, test } from 'vitest';
import { optionOf } from './option.ts';
import type { Paint } from './option.ts';
import { chartLinesOf, donutPartsOf } from './picture.ts';
import type { ChartPicture } from './picture.ts';

const rows = (...values: readonly string[]) =>
  values.map((value, at) => ({ id: String(at + 1), name: `no. ${at + 1}`, value }));
const told = (parts: ReturnType<typeof donutPartsOf>) => parts.map(({ id, value }) => [id, value]);

describe('a donut', () => {
  test('names every part up to the number of colours', () => {
    const five = rows('9', '8', '7', '6', '5');
    expect(donutPartsOf(five, '35', 'other')).toEqual(five);
  });

  test('a donut of more parts names four and sums the rest', () => {
    const more = rows('9', '8', '7', '6', '5', '4.25');
    expect(told(donutPartsOf(more, '39.25', 'other')).slice(3)).toEqual([
      ['4', '6'],
      ['', '9.25'],
    ]);
  });

  test.each([
    ['what is not above zero is no part', rows('5', '0', '-2'), '3', [['1', '5']]],
    [
      'a whole that is less than its parts has nothing beyond them',
      rows('5', '4'),
      '1',
      [
        ['1', '5'],
        ['2', '4'],
      ],
    ],
    ['nothing has no parts', [], '0', []],
  ] as const)('has only positive parts and no negative rest: %s', (_, parts, whole, shown) => {
    expect(told(donutPartsOf(parts, whole, 'other'))).toEqual(shown);
  });
});

const paint: Paint = {
  parts: ['#111111', '#222222'],
  below: '#ff0000',
  words: '#000000',
  quiet: '#333333',
  line: '#cccccc',
  ground: '#ffffff',
  font: 'sans-serif',
  size: 12,
  digits: 2,
  short: (value) => `~${value}`,
};
const picture = (
  as: ChartPicture['as'],
  ...series: readonly (readonly (string | null)[])[]
): ChartPicture => ({
  as,
  title: 'Sales',
  labels: ['a', '<b>b</b>', 'c'],
  series: series.map((values, at) => ({ name: `series ${at + 1}`, values })),
  figure: 'money',
});

interface Drawn {
  readonly aria: { readonly decal: { readonly show: boolean } };
  readonly legend?: object;
  readonly tooltip: { readonly renderMode: string; readonly formatter: (at: object) => string };
  readonly series: readonly { readonly type: string; readonly data: readonly unknown[] }[];
}
// SAFETY: what `optionOf` makes, as far as it is looked at here.
const drawn = (of: ChartPicture): Drawn => optionOf(of, paint) as unknown as Drawn;

describe('a chart', () => {
  test.each([
    ['bars', 1, false],
    ['bars', 2, true],
    ['line', 3, true],
    ['donut', 1, true],
  ] as const)(
    'a chart of %s with %d series marks its parts by patterns too: %s',
    (as, many, told) => {
      const { aria, legend } = drawn(
        picture(as, ...Array.from({ length: many }, () => ['1', '2', '3'])),
      );
      expect([aria.decal.show, legend !== undefined]).toEqual([told, told]);
    },
  );

  test.each([
    ['percent', '87.5', 100],
    ['percent', '250', null],
    ['money', '87.5', undefined],
  ] as const)('a chart of %s up to %s has an axis ending with %s', (figure, value, end) => {
    const { xAxis } = optionOf({ ...picture('rows', [value]), figure }, paint);
    // SAFETY: rows are measured along this axis.
    const { max } = xAxis as { readonly max?: (of: { readonly max: number }) => number | null };
    expect(max?.({ max: Number(value) })).toBe(end);
  });

  test('shows exact figures in its tooltip as plain text', () => {
    const { tooltip } = drawn(picture('bars', ['1234567.891', '-0.5', null], ['1', '2', '3']));
    expect(tooltip.renderMode).toBe('richText');
    const at = (dataIndex: number) => [0, 1].map((seriesIndex) => ({ seriesIndex, dataIndex }));
    expect(tooltip.formatter(at(0))).toBe('a\nseries 1  1,234,567.89\nseries 2  1.00');
    expect(tooltip.formatter(at(1))).toBe('<b>b</b>\nseries 1  -0.50\nseries 2  2.00');
    expect(tooltip.formatter(at(2))).toContain('series 2  3.00');
  });

  test('shows the share of each donut part', () => {
    const { tooltip } = drawn(picture('donut', ['1', '2', '5']));
    expect(tooltip.formatter({ seriesIndex: 0, dataIndex: 1 })).toBe('<b>b</b>\n2.00\n25.0%');
  });

  test('marks values below zero and leaves out unknown values', () => {
    const [series] = drawn(picture('rows', ['3', '-2', null])).series;
    expect(series).toMatchObject({
      type: 'bar',
      data: [{ value: 3 }, { value: -2, itemStyle: { color: paint.below } }, { value: '-' }],
    });
  });
});

test('lines span all months, the largest first, and a last line sums the rest', () => {
  const points = [...'abcdefgh'].flatMap((line, nth) =>
    ['2026-02', '2026-01'].map((along, month) => ({ along, line, value: String(nth + month) })),
  );
  const { labels, series } = chartLinesOf(
    points.filter(({ line, along }) => line !== 'h' || along > '2026-01'),
    'Other',
  );
  expect(labels).toEqual(['2026-01', '2026-02']);
  expect(series.map(({ name }) => name)).toEqual(['g', 'f', 'e', 'd', 'Other']);
  expect(series.at(-1)?.values).toEqual(['6', '10']);
});
