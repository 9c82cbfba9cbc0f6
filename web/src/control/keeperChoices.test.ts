import { expect, test } from 'vitest';
import { sortKeepersFirst } from './keeperChoices.ts';

test('users of a keeper’s role come first, in unchanged order', () => {
  const users = ['1', '2', '3', '4'].map((id) => ({ id, name: `User ${id}` }));
  const order = (keepers: readonly string[]) =>
    sortKeepersFirst(
      users,
      keepers.map((id) => ({ id })),
    ).map(({ id }) => id);
  expect(order(['4', '2', '9'])).toEqual(['2', '4', '1', '3']);
  expect(order([])).toEqual(['1', '2', '3', '4']);
});
