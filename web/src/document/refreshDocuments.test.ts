import { expect, test } from 'vitest';
import { queryClient } from '../app/net/query.ts';
import { refreshDocuments } from './refreshDocuments.ts';

test('a saved document makes lists and choices of partners stale, but no other choices', async () => {
  const keys = [
    ['list', '/bill'],
    ['choices', 'partner', 'member', '', null],
    ['choices', 'account'],
  ];
  for (const key of keys) queryClient.setQueryData(key, []);
  await refreshDocuments();
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([
    true,
    true,
    false,
  ]);
  queryClient.clear();
});
