import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChunkLoader, ChunkError, chunkFailure, loadChunkOnce } from './chunks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['Failed to fetch dynamically imported module: /assets/a.js', 'ChunkLoadError'],
  ['error loading dynamically imported module', 'ChunkLoadError'],
  ['Importing a module script failed.', 'ChunkLoadError'],
  ['Unable to preload CSS for /assets/a.css', 'CSS_CHUNK_LOAD_FAILED'],
  ['Cannot find module "x"', 'MODULE_NOT_FOUND'],
  ['x is not a function', null],
])('the load error “%s” has the code %s', (message, code) => {
  expect(chunkFailure(new Error(message))).toBe(code);
});

test('loading a script file fails after two minutes', async () => {
  const loading = loadChunkOnce(() => new Promise(() => undefined));
  const outcome = loading.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(119_999);
  const early = await Promise.race([outcome, Promise.resolve('waiting')]);
  expect(early).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toMatchObject({ name: 'ChunkLoadError', code: 'ChunkLoadError' });
});

const missing = new Error('Failed to fetch dynamically imported module: /assets/a.js');

/** A server that answers so, look by look, and files that come after so many tries. */
function aServer(answers: readonly ('same' | 'other' | 'away')[], fails: number) {
  const left = [...answers];
  let tries = 0;
  const load = async (): Promise<number> => {
    tries += 1;
    if (tries <= fails) throw missing;
    return tries;
  };
  const server = {
    build: async () => left.shift() ?? 'same',
    pause: async () => undefined,
    again: <T>(file: () => Promise<T>) => file,
  };
  return { outcome: createChunkLoader(load, server)().catch((error: unknown) => error), left };
}

test('a loaded module is handed on, and an error inside the module is rethrown unchanged', async () => {
  expect(await aServer([], 0).outcome).toBe(1);
  const fault = new TypeError('x is not a function');
  await expect(createChunkLoader(async () => Promise.reject(fault))()).rejects.toBe(fault);
});

test('loading a script file is retried while the server is unreachable', async () => {
  const { outcome, left } = aServer(['away', 'away', 'away', 'away', 'away', 'same'], 1);
  expect(await outcome).toBe(2);
  expect(left).toEqual([]);
});

test.each([
  ['another build has replaced it', ['other'], true],
  ['this build has it no longer', ['same', 'same', 'same'], false],
  ['the network came back with another build', ['away', 'other'], true],
] as const)('loading a script file fails where %s', async (_, answers, replaced) => {
  const { outcome, left } = aServer(answers, 9);
  const error = await outcome;
  expect(error).toBeInstanceOf(ChunkError);
  expect(error).toMatchObject({ replaced });
  expect(left).toEqual([]);
});
