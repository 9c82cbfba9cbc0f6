import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, toPlainDecimal } from '../decimal.ts';
import { aQuantity, refusalOf } from '../testing.ts';
import type { UnitRatio } from './units.ts';
import { checkUnits, inBigUnits, isCountable, unitGroupName } from './units.ts';

const units = (...subs: [string, number | string][]): [UnitRatio, ...UnitRatio[]] => [
  { unit: '个', ratio: decimal(1) },
  ...subs.map(([unit, ratio]) => ({ unit, ratio: decimal(ratio) })),
];
const boxes = units(['箱', 12]);
const boxesInBoxes = units(['盒', 10], ['箱', 100]);

test.each([
  [27, boxes, '2箱3个'],
  [24, boxes, '2箱'],
  [3, boxes, '3个'],
  [0, boxes, '0个'],
  [-27, boxes, '-2箱3个'],
  ['12.5', boxes, '1箱0.5个'],
  [123, boxesInBoxes, '1箱2盒3个'],
  [5, units(['串', '2.5']), '2串'],
  [7, units(), '7个'],
] as const)('the quantity %s in the units %s is written in big units', (quantity, group, text) => {
  expect(inBigUnits(decimal(quantity), group)).toBe(text);
});

test('a quantity in big units adds up to the quantity', () => {
  fc.assert(
    fc.property(aQuantity, (quantity) => {
      const said = [...inBigUnits(quantity, boxesInBoxes).matchAll(/([\d.]+)(\D)/gu)];
      const ratios: Record<string, number> = { 个: 1, 盒: 10, 箱: 100 };
      const whole = said.reduce(
        (sum, [, count, unit]) => sum.plus(decimal(count!).times(ratios[unit!]!)),
        decimal(0),
      );
      expect(toPlainDecimal(whole)).toBe(toPlainDecimal(quantity));
    }),
  );
});

test.each([
  [boxes, '个/(箱=12个)'],
  [boxesInBoxes, '个/(盒=10个)/(箱=100个)'],
])('the unit group %j has the name %s', (group, name) => {
  expect(unitGroupName(group)).toBe(name);
});

test.each<[string, [string, number | string][], string | null]>([
  ['a box of 12', [['箱', 12]], null],
  ['a ratio with three decimals', [['箱', '1.125']], null],
  ['a box of one', [['箱', 1]], 'unit.ratio'],
  ['a box of less than one', [['箱', '0.5']], 'unit.ratio'],
  ['four decimals', [['箱', '1.1255']], 'unit.ratio'],
  ['the base unit again', [['个', 12]], 'unit.same'],
  [
    'a unit twice',
    [
      ['箱', 12],
      ['箱', 24],
    ],
    'unit.same',
  ],
])('%s', (_what, subs, refusal) => {
  expect(refusalOf(() => checkUnits(units(...subs)))).toBe(refusal);
});

test.each([
  ['0.5', '24', true],
  ['0.3', '24', false],
  ['3', '2.5', true],
  ['0.5', '2.5', false],
  ['0.3', '1', true],
])('a quantity of %s in a unit of %s base units is countable: %s', (quantity, ratio, countable) => {
  expect(isCountable(decimal(quantity), decimal(ratio))).toBe(countable);
});
