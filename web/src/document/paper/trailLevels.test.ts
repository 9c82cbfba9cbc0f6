import { expect, test } from 'vitest';
import { arrangeTrail } from './trailLevels.ts';
import type { TrailRow } from './trailLevels.ts';

const row = (id: string, ...parents: readonly string[]): TrailRow => ({
  id,
  parents: [...parents],
  kind: 'purchaseIn',
  number: `N${id}`,
  time: '',
  amount: null,
  status: '1',
  closed: false,
});
const drawn = (...rows: readonly TrailRow[]): readonly string[] =>
  arrangeTrail(rows).map(
    ({ row: { id }, level, others }) =>
      `${'-'.repeat(level)}${id}${others.map((one) => `+${one}`).join('')}`,
  );

test.each([
  ['a chain goes deeper', [row('1'), row('2', '1'), row('3', '2')], ['1', '-2', '--3']],
  [
    'children of one stand beside each other',
    [row('1'), row('2', '1'), row('3', '1')],
    ['1', '-2', '-3'],
  ],
  [
    'one made from two stands below the first and names the other',
    [row('1'), row('2'), row('3', '1', '2')],
    ['1', '-3+N2', '2'],
  ],
  [
    'a parent that the reader may not see leaves its child at the edge',
    [row('2'), row('3', '2')],
    ['2', '-3'],
  ],
  [
    'a circle, which no link makes, still shows each once',
    [row('1', '2'), row('2', '1')],
    ['1', '-2+'],
  ],
] as const)('%s', (_, rows, lines) => {
  expect(drawn(...rows)).toEqual(lines.map((line) => line.replace(/\+$/, '')));
});
