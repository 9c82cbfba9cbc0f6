import { expect, test } from 'vitest';
import { CallFailed } from './client.ts';
import { byKind, kindAt, mix } from './mix.ts';
import { countMixedCall, newTally } from './mixed.ts';

const points = Array.from({ length: 100 }, (_, point) => point);

test('a hundred calls are 80 reads, 15 edits and 5 postings', () => {
  const shares = Map.groupBy(mix, ({ sort }) => sort);
  const sums = [...shares].map(([sort, kinds]) => [
    sort,
    kinds.reduce((sum, { share }) => sum + share, 0),
  ]);
  expect(Object.fromEntries(sums)).toEqual({ read: 80, edit: 15, post: 5 });
});

test('every kind is drawn in proportion to its share', () => {
  const drawn = points.map(kindAt);
  for (const { name, share } of mix)
    expect(
      drawn.filter((one) => one === name),
      name,
    ).toHaveLength(share);
  expect(() => kindAt(100)).toThrow('100');
});

test('each document kind of the mix has at least a single scenario', () => {
  expect(Object.keys(byKind(() => 0))).toHaveLength(mix.length);
});

test('an edit meeting a newer version is a conflict; any further refusal is a failure', async () => {
  const counted = newTally()['change head'];
  const refused = (status: number, key: string) => () =>
    Promise.reject(new CallFailed(status, JSON.stringify({ data: { key } })));
  await countMixedCall(counted, () => Promise.resolve());
  await countMixedCall(counted, refused(409, 'record.stale'));
  await expect(countMixedCall(counted, refused(409, 'request.keyReused'))).rejects.toThrow('409');
  await expect(countMixedCall(counted, refused(422, 'stock.shortage'))).rejects.toThrow('422');
  await expect(countMixedCall(counted, () => Promise.reject(new Error('reset')))).rejects.toThrow(
    'reset',
  );
  expect(counted).toMatchObject({ conflicts: 1, times: [expect.any(Number)] });
  expect(counted.failures).toHaveLength(3);
});
