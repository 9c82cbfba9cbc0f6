import { expect, test } from 'vitest';
import { viewCounts } from './viewCounts.ts';

test('page views are counted per page, and each count is taken once', () => {
  const counts = viewCounts();
  for (const url of ['/a', '/b', '/b', '/c']) counts.add(url);
  expect(counts.take(2)).toEqual([
    { url: '/b', views: 2 },
    { url: '/a', views: 1 },
  ]);
  expect(counts.take(2)).toEqual([]);
  counts.add('/a');
  expect(counts.take(2)).toEqual([{ url: '/a', views: 1 }]);
});
