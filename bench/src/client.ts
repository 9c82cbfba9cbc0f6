import { createHash } from 'node:crypto';
import http from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';

/** A refused or failed call. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  /** Error key of the server; '' without one. */
  readonly key: string;

  constructor(status: number | undefined, text: string) {
    super(`${status} ${text}`);
    this.key = /"key":"([^"]*)"/.exec(text)?.[1] ?? '';
  }
}

/** Signed-in client on one or several kept-alive connections. */
export interface BenchClient {
  get(path: string, query: Readonly<Record<string, unknown>>): Promise<unknown>;
  post(path: string, body: unknown, key?: string): Promise<unknown>;
  put(path: string, body: unknown, key?: string): Promise<unknown>;
  close(): void;
}

const toQueryText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Creates a client with a token ('' before sign-in). Calls beyond its connections wait. */
export function createBenchClient(port: number, token: string, connections = 1): BenchClient {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const send = (method: string, path: string, body?: string, more: OutgoingHttpHeaders = {}) =>
    new Promise<unknown>((resolve, reject) => {
      const headers = {
        'x-access-token': token,
        'x-http-language': 'en',
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...more,
      };
      const request = http.request(
        { host: '127.0.0.1', port, method, path: `/api${path}`, headers, agent },
        (reply) => {
          const parts: Buffer[] = [];
          reply.on('data', (part: Buffer) => parts.push(part));
          reply.on('error', reject);
          reply.on('end', () => {
            const text = Buffer.concat(parts).toString();
            if (reply.statusCode !== 200) reject(new CallFailed(reply.statusCode, text));
            else resolve(JSON.parse(text).data);
          });
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  const write = (method: string) => (path: string, body: unknown, key?: string) =>
    send(method, path, JSON.stringify(body), key === undefined ? {} : { 'idempotency-key': key });
  return {
    get(path, query) {
      const pairs = Object.entries(query).map(([name, value]): [string, string] => [
        name,
        toQueryText(value),
      ]);
      return send('GET', `${path}?${new URLSearchParams(pairs)}`);
    },
    post: write('POST'),
    put: write('PUT'),
    close: () => agent.destroy(),
  };
}

export const hashSha256 = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex');

/** Signs in and answers the token. */
export async function signInBenchUser(
  port: number,
  loginName: string,
  password: string,
): Promise<string> {
  const knock = createBenchClient(port, '');
  // SAFETY: type of the endpoint's reply.
  const { token } = (await knock.post('/user/login', {
    loginName,
    password: hashSha256(password),
  })) as { token: string };
  knock.close();
  return token;
}
