// Calls the API like an external program, with its token and without the user's session.
import { openToken } from '@tradehouse/contract';
import type { Endpoint, ReplyOf } from '@tradehouse/contract';
import { language } from '../session/language.ts';
import { queryString, unwrapEnvelope } from './envelope.ts';

/** Raw reply to a call. */
export interface ProgramAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Duration in milliseconds. */
  readonly took: number;
}

const inQuery = ({ method }: Pick<Endpoint, 'method'>): boolean =>
  method === 'GET' || method === 'DELETE';

export async function askAsProgram(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  input: Readonly<Record<string, unknown>>,
  token: string | null,
): Promise<ProgramAnswer> {
  const headers = new Headers({ 'X-Http-Language': language });
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (!inQuery(endpoint)) headers.set('Content-Type', 'application/json');
  const began = performance.now();
  const reply = await fetch(
    `${__API_BASE__}${endpoint.path}${inQuery(endpoint) ? queryString(input) : ''}`,
    {
      method: endpoint.method,
      headers,
      ...(inQuery(endpoint) ? {} : { body: JSON.stringify(input) }),
    },
  );
  const body: unknown = await reply.json();
  return { status: reply.status, body, took: Math.round(performance.now() - began) };
}

/** Returns true if this browser can compute signatures: not on plain http in a local network. */
export const canSign = (): boolean => globalThis.isSecureContext;

const toHexText = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Opens a token for an application's secret, which signs here and is never sent. @throws CallError if
 * refused
 */
export async function tokenFor(appId: string, secret: string): Promise<ReplyOf<typeof openToken>> {
  const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign']);
  const timestamp = Date.now();
  const sign = toHexText(await crypto.subtle.sign('HMAC', key, bytes(`${appId}${timestamp}`)));
  const { status, body } = await askAsProgram(openToken, { app_id: appId, timestamp, sign }, null);
  // SAFETY: the server checks its replies against the declared schema.
  return unwrapEnvelope(status, body) as ReplyOf<typeof openToken>;
}
