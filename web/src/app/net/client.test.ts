import { currentSettings, menu } from '@tradehouse/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { CallError } from './envelope.ts';

vi.stubGlobal('__API_BASE__', '/api');
const { callEndpoint: call, downloadFile: download } = await import('./client.ts');
afterEach(() => vi.unstubAllGlobals());

/** An answer that begins, and breaks off in its middle. */
function brokenOff(): Response {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"code":200,"da'));
    },
    pull: (stream) => stream.error(new TypeError('network error')),
  });
  return new Response(body, { status: 200, headers: { 'content-type': 'text/csv' } });
}

test.each([
  ['a call', () => call(menu, {}, { silent: true })],
  ['a file', () => download('/file', {}, { silent: true })],
])('%s with a response cut off midway fails as unanswered, with status 0', async (_, ask) => {
  vi.stubGlobal('__API_BASE__', '/api');
  vi.stubGlobal('fetch', async () => brokenOff());
  const failure: unknown = await ask().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CallError);
  expect(failure).toMatchObject({ status: 0 });
});

test('a request aborted by its caller is no network failure', async () => {
  vi.stubGlobal('__API_BASE__', '/api');
  vi.stubGlobal('fetch', async () => brokenOff());
  const given = AbortSignal.abort(new DOMException('left', 'AbortError'));
  const options = { silent: true, signal: given };
  await expect(call(currentSettings, {}, options)).rejects.not.toBeInstanceOf(CallError);
});
