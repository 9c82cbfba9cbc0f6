import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder, shownOf, stepped, switchedTo } from './homeLayout.ts';

const declared = ['money', 'stock', 'waiting', 'months'] as const;

test.each([
  [{}, 'money,stock,waiting,months'],
  [{ order: ['months', 'stock'] }, 'money,months,stock,waiting'],
  [{ hidden: ['stock'] }, 'money,waiting,months'],
  [
    { order: ['gone', 'waiting', 'money', 'stock', 'months'], hidden: ['gone'] },
    'waiting,money,stock,months',
  ],
])('arranged by %j it shows %s', (arrangement, shown) => {
  expect(shownOf(declared, arrangement).join()).toBe(shown);
});

test.each([
  ['stock', -1, 'stock,money,waiting,months'],
  ['stock', 1, 'money,waiting,stock,months'],
  ['money', -1, 'money,stock,waiting,months'],
  ['months', 1, 'money,stock,waiting,months'],
] as const)('%s a step of %i: %s', (name, by, names) => {
  expect(stepped(declared, name, by).join()).toBe(names);
});

test('a hidden tile shown again returns to its place', () => {
  const hidden = switchedTo({ order: [...declared] }, 'stock', false);
  expect(shownOf(declared, hidden)).not.toContain('stock');
  expect(shownOf(declared, switchedTo(hidden, 'stock', true))).toEqual(declared);
});

test('nothing is lost or doubled, whatever was moved', () => {
  const step = fc.tuple(fc.constantFrom(...declared), fc.constantFrom(-1 as const, 1 as const));
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const order = steps.reduce<readonly (typeof declared)[number][]>(
        (names, [name, by]) => stepped(names, name, by),
        declared,
      );
      expect([...inOrder(declared, { order })].toSorted()).toEqual([...declared].toSorted());
    }),
  );
});
