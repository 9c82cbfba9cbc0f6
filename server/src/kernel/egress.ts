/** What an outgoing call may cost. */
export interface EgressLimits {
  /** Milliseconds in all; default 10,000. */
  readonly timeout?: number;
  /** Bytes of the answer; default a megabyte. */
  readonly most?: number;
}

/** An address the operator may give: http or https, without a name or password in it; null when it is none. */
export function webAddress(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  return url.username === '' && url.password === '' ? url : null;
}

/**
 * Asks another site for a text: only below the origin the operator has configured, without following it elsewhere, in
 * bounded time and size. Null when it does not answer that way. Never call it while a transaction is open.
 */
export async function fetchText(
  configured: URL,
  url: URL,
  { timeout = 10_000, most = 1024 * 1024 }: EgressLimits = {},
): Promise<string | null> {
  if (url.origin !== configured.origin || webAddress(url.href) === null) return null;
  try {
    const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeout) });
    if (!reply.ok || reply.body === null) {
      await reply.body?.cancel();
      return null;
    }
    return await textOf(reply.body, most);
  } catch {
    // Refused, too slow, led elsewhere, cut off: all of it is no answer.
    return null;
  }
}

async function textOf(body: ReadableStream<Uint8Array>, most: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    // Leaving the loop hangs up.
    if (size > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
