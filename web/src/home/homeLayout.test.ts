import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  orderHomeParts,
  panels,
  selectVisibleHomeParts,
  startingLayout,
  moveHomePart,
  switchedTo,
} from './homeLayout.ts';

const declared = ['money', 'stock', 'waiting', 'months'] as const;

test.each([
  [{}, 'money,stock,waiting,months'],
  [{ order: ['months', 'stock'] }, 'money,months,stock,waiting'],
  [{ hidden: ['stock'] }, 'money,waiting,months'],
  [
    { order: ['gone', 'waiting', 'money', 'stock', 'months'], hidden: ['gone'] },
    'waiting,money,stock,months',
  ],
])('a home page arranged by %j shows %s', (arrangement, shown) => {
  expect(selectVisibleHomeParts(declared, arrangement).join()).toBe(shown);
});

test.each([
  ['stock', -1, 'stock,money,waiting,months'],
  ['stock', 1, 'money,waiting,stock,months'],
  ['money', -1, 'money,stock,waiting,months'],
  ['months', 1, 'money,stock,waiting,months'],
] as const)('the home page part %s moved by %i gives the order %s', (name, by, names) => {
  expect(moveHomePart(declared, name, by).join()).toBe(names);
});

test('the home page of the platform begins without figures of trade', () => {
  const { panels: arrangement } = startingLayout(true);
  expect(selectVisibleHomeParts(panels, arrangement)).toEqual(['atHand', 'reports', 'company']);
  expect(selectVisibleHomeParts(panels, startingLayout(false).panels)).toEqual(panels);
});

test('a hidden tile shown again returns to its former position', () => {
  const hidden = switchedTo({ order: [...declared] }, 'stock', false);
  expect(selectVisibleHomeParts(declared, hidden)).not.toContain('stock');
  expect(selectVisibleHomeParts(declared, switchedTo(hidden, 'stock', true))).toEqual(declared);
});

test('moving home page parts never loses or duplicates a part', () => {
  const step = fc.tuple(fc.constantFrom(...declared), fc.constantFrom(-1 as const, 1 as const));
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const order = steps.reduce<readonly (typeof declared)[number][]>(
        (names, [name, by]) => moveHomePart(names, name, by),
        declared,
      );
      expect([...orderHomeParts(declared, { order })].toSorted()).toEqual([...declared].toSorted());
    }),
  );
});
