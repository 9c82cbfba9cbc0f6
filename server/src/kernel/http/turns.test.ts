import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('at most N tasks run concurrently, the rest in turn, and a failed task releases its slot', async () => {
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

test('tasks of known callers run before waiting tasks of unknown callers', async () => {
  const inTurn = createTurns(1, 2);
  const end = Promise.withResolvers<void>();
  const begun: string[] = [];
  const come = (name: string, belongs = false) =>
    inTurn(async () => {
      begun.push(name);
      await end.promise;
    }, belongs);
  const works = [come('first'), come('stranger'), come('another')];
  await expect(come('one too many')).rejects.toThrow('server.busy');
  works.push(come('owner', true));
  end.resolve();
  await Promise.all(works);
  expect(begun).toEqual(['first', 'owner', 'stranger', 'another']);
});
