import { expect, test, vi } from 'vitest';
import type { GridColumn } from './column.ts';
import { summedOnce, widthsOver } from './columnWidths.ts';

interface Line {
  readonly name: string;
  readonly amount: string;
}

const columns: readonly GridColumn<Line>[] = [
  { id: 'name', title: 'Name', width: 60, show: ({ name }) => name },
  {
    id: 'amount',
    title: 'Amount',
    width: 92,
    align: 'right',
    show: ({ amount }) => amount,
    total: (rows) => rows.map(({ amount }) => amount).join(''),
  },
];
const line = (amount: string): Line => ({ name: 'A name that is much too long for it', amount });

test.each([
  ['as declared', ['9,876.50'], [60, 92]],
  ['as wide as a figure', ['1,234,567.89'], [60, 106]],
  ['as wide as the total', ['87,654.32', '1,234.56'], [60, 144]],
])('columns are %s', (_law, amounts, expected) => {
  expect(widthsOver(columns)(amounts.map(line))).toEqual(expected);
});

test('a row is measured once, and a total computed once', () => {
  const show = vi.fn<(row: Line) => string>(({ amount }) => amount);
  const total = vi.fn<() => string>(() => '');
  const counted = columns.map((column) => summedOnce({ ...column, show, total }));
  const widths = widthsOver(counted);
  const [one, two] = [line('1'), line('2')];
  const rows = [one, two];
  expect(widths(rows)).toBe(widths(rows));
  widths([one, two, line('3')]);
  expect(show).toHaveBeenCalledTimes(3);
  counted[1]?.total?.(rows);
  counted[1]?.total?.(rows);
  expect(total).toHaveBeenCalledTimes(3);
});
