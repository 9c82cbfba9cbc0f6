import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chunk, ChunkError, chunkFailure } from './chunks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['Failed to fetch dynamically imported module: /assets/a.js', 'ChunkLoadError'],
  ['error loading dynamically imported module', 'ChunkLoadError'],
  ['Importing a module script failed.', 'ChunkLoadError'],
  ['Unable to preload CSS for /assets/a.css', 'CSS_CHUNK_LOAD_FAILED'],
  ['Cannot find module "x"', 'MODULE_NOT_FOUND'],
  ['x is not a function', null],
])('“%s” is %s', (message, code) => {
  expect(chunkFailure(new Error(message))).toBe(code);
});

test('a file that does not come in two minutes is given up', async () => {
  const loading = chunk(() => new Promise(() => undefined))();
  const outcome = loading.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(119_999);
  const early = await Promise.race([outcome, Promise.resolve('waiting')]);
  expect(early).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toMatchObject({ name: 'ChunkLoadError', code: 'ChunkLoadError' });
});

test('what came is handed on, and a fault in it stays what it was', async () => {
  expect(await chunk(async () => 7)()).toBe(7);
  const fault = new TypeError('x is not a function');
  await expect(chunk(async () => Promise.reject(fault))()).rejects.toBe(fault);
  await expect(
    chunk(async () => Promise.reject(new Error('Unable to preload CSS for a')))(),
  ).rejects.toBeInstanceOf(ChunkError);
});
