import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('as many run at once as may, the others one after the other, and what fails gives its turn on', async () => {
  const inTurn = createTurns(2, 3);
  const ends = [1, 2, 3, 4, 5].map(() => Promise.withResolvers<void>());
  const begun: number[] = [];
  const works = ends.map(({ promise }, at) =>
    inTurn(async () => {
      begun.push(at);
      await promise;
    }),
  );
  await expect(inTurn(async () => {})).rejects.toThrow('server.busy');
  expect(begun).toEqual([0, 1]);
  ends[1]?.reject(new Error('broken'));
  await expect(works[1]).rejects.toThrow('broken');
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.allSettled(works);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});
