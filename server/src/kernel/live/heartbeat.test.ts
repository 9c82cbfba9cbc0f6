import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withHeartbeat } from './heartbeat.ts';

test('heartbeats follow lost heartbeats, never overlap, and end with the work', async () => {
  let beats = 0;
  let running = 0;
  let most = 0;
  const third = Promise.withResolvers<void>();
  const beat = async (): Promise<void> => {
    beats += 1;
    running += 1;
    if (beats === 3) third.resolve();
    most = Math.max(most, running);
    await wait(20);
    running -= 1;
    throw new Error('lost');
  };
  const work = async (): Promise<void> => {
    await third.promise;
    throw new Error('work failed');
  };
  await expect(withHeartbeat(5, beat, work)).rejects.toThrow('work failed');
  await wait(60);
  expect([beats, most]).toEqual([3, 1]);
});
