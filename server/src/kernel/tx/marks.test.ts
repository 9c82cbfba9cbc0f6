import { expect, test } from 'vitest';
import { createMarks } from './marks.ts';
import { laterPosition, positionOf, positionText } from './position.ts';

test.each(['0/0', '0/16B3748', '16/B374D848', 'FFFFFFFF/FFFFFFFF'])(
  'the WAL position %s is parsed and formatted unchanged',
  (text) => {
    expect(positionText(positionOf(text) ?? -1n)).toBe(text);
  },
);

test.each(['', '0', '1/2/3', 'G/1', '1/123456789', ' 0/1', null, 7])(
  '%j is not parsed as a WAL position',
  (text) => {
    expect(positionOf(text)).toBe(null);
  },
);

test('the later of two WAL positions is chosen', () => {
  expect(laterPosition(1n << 32n, (1n << 32n) - 1n)).toBe(1n << 32n);
});

test('the age of replica data is the age of the last mark passed', async () => {
  let [clock, end] = [0, 0n];
  const marks = createMarks(
    async () => end,
    1_000,
    () => clock,
  );
  expect([marks.first(), marks.age(99n)]).toEqual([null, Number.POSITIVE_INFINITY]);
  for (const [now, position] of [
    [0, 100n],
    [250, 200n],
    // The end of a page, behind the header of the next.
    [500, 0x4018n],
  ] as const) {
    [clock, end] = [now, position];
    await marks.set();
  }
  clock = 600;
  expect([99n, 100n, 199n, 200n, 0x4000n, 0x9000n].map(marks.age)).toEqual([
    Number.POSITIVE_INFINITY,
    600,
    600,
    350,
    100,
    100,
  ]);
  clock = 1_100;
  await marks.set();
  expect([marks.first(), marks.age(100n), marks.age(200n)]).toEqual([
    100n,
    Number.POSITIVE_INFINITY,
    850,
  ]);
});
