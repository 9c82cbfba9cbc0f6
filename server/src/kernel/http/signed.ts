import { createHmac } from 'node:crypto';

/**
 * Builds the headers of JSON posted to another site: the time, and a signature over time and body against
 * change and repetition.
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
