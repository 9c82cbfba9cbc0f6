import { createHmac } from 'node:crypto';

/**
 * Headers of JSON that is told to another site: when, and a signature over the time and the body, so that none can change or
 * repeat it.
 */
export function signedHeaders(
  secret: string,
  body: string,
  now = Date.now(),
): Readonly<Record<string, string>> {
  const timestamp = String(now);
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-timestamp': timestamp,
    'x-signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
  };
}
