import type { IncomingMessage } from 'node:http';

/** Bytes read on at most, above the largest body of any call. */
const MOST = 16 * 1024 * 1024;
/** Milliseconds for the whole rest, and without any byte. */
const LONGEST = 5_000;
const IDLE = 500;

/**
 * Reads the rest of a refused body, within bounds: most clients read the answer once their body is written,
 * and fail if the connection is closed before.
 */
export async function drainBody(body: IncomingMessage): Promise<void> {
  const isRead = body.complete || body.readableEnded;
  if (isRead || Number(body.headers['content-length'] ?? 0) > MOST) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  let read = 0;
  const idle = setTimeout(resolve, IDLE);
  const deadline = setTimeout(resolve, LONGEST);
  const count = (chunk: Buffer): void => {
    read += chunk.length;
    idle.refresh();
    if (read > MOST) resolve();
  };
  body.on('data', count).once('end', resolve).once('close', resolve);
  body.resume();
  await promise;
  body.off('data', count).off('end', resolve).off('close', resolve);
  clearTimeout(idle);
  clearTimeout(deadline);
}
