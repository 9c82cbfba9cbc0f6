import { expect, test } from 'vitest';
import { createPlaces } from './places.ts';

/** Who was let in, in order, as `company` + number; each can be asked to leave. */
function door(all: number, longestWait?: number) {
  const places = createPlaces(all, longestWait);
  const inside = new Map<string, () => void>();
  return {
    inside: () => [...inside.keys()],
    come: (name: string) =>
      places.enter(name.charAt(0)).then((leave) => void inside.set(name, leave)),
    async go(name: string) {
      inside.get(name)?.();
      inside.delete(name);
      // Who is let in by it hears of it in the next turn.
      await Promise.resolve();
      await Promise.resolve();
    },
    /** All leave, and those who still wait come in. */
    async goAll(waiting: readonly Promise<void>[]) {
      for (const name of inside.keys()) {
        inside.get(name)?.();
        inside.delete(name);
      }
      await Promise.all(waiting);
    },
  };
}

test('a company leaves a quarter of the connections to companies without a connection', async () => {
  const { come, inside, goAll } = door(8);
  const waiting = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => come(`a${n}`));
  await Promise.all(waiting.slice(0, 6));
  await Promise.all([come('b1'), come('c1')]);
  expect(inside()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1']);
  await goAll(waiting);
});

test('the next connection goes to the company with the fewest, and there to the oldest request', async () => {
  const { come, inside, go, goAll } = door(8);
  const crowd = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1'];
  await Promise.all(crowd.map(come));
  const waiting = ['a7', 'd1', 'd2', 'e1'].map(come);
  await go('a1');
  await go('a2');
  expect(inside().slice(6)).toEqual(['d1', 'e1']);
  // Only the kept places are left now, and these two hold some.
  await go('a3');
  await go('b1');
  expect(inside()).toEqual(['a4', 'a5', 'a6', 'c1', 'd1', 'e1']);
  await go('c1');
  expect(inside()).toEqual(['a4', 'a5', 'a6', 'd1', 'e1', 'd2']);
  await goAll(waiting);
});

test('a slot is released only once, and waiting for a slot times out', async () => {
  const places = createPlaces(1, 20);
  const leave = await places.enter('a');
  await expect(places.enter('b')).rejects.toThrow('server.busy');
  leave();
  leave();
  await places.enter('b');
  await expect(places.enter('c')).rejects.toThrow('server.busy');
  expect(places.counts()).toEqual({ all: 1, taken: 1, waiting: 0, putOff: 2 });
});

test('aborted waiting ends at once, and takes no connection', async () => {
  const places = createPlaces(1);
  const leave = await places.enter('a');
  const gone = new AbortController();
  const waiting = places.enter('b', gone.signal);
  expect(places.counts().waiting).toBe(1);
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(places.enter('b', gone.signal)).rejects.toThrow('gone');
  leave();
  expect(places.counts()).toEqual({ all: 1, taken: 0, waiting: 0, putOff: 0 });
});
