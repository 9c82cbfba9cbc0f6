import { lookup } from 'node:dns';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';

/** What an outgoing call may cost, and where it may go. */
export interface EgressLimits {
  /** Milliseconds in all; default 10,000. */
  readonly timeout?: number;
  /** Bytes of the answer; default a megabyte. */
  readonly most?: number;
  /** Private networks, or addresses in them, that may be asked; default none. */
  readonly internal?: readonly string[];
}

/** What is said to another site. */
export interface Posted {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An address the operator may give: http or https, without a name or password in it; null when it is none. */
export function webAddress(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  return url.username === '' && url.password === '' ? url : null;
}

/** This machine, the networks behind it, and what is no one's (IANA's special-purpose registries). */
const PRIVATE =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 ' +
  '224.0.0.0/4 240.0.0.0/4 ::/127 64:ff9b::/96 64:ff9b:1::/48 2002::/16 fc00::/7 fe80::/10 ff00::/8';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

const isPrivate = listOf(PRIVATE.split(' '));

/** Which addresses may not be asked: private ones, but for those that are allowed. */
function forbiddenBut(internal: readonly string[]): (address: string) => boolean {
  const allowed = listOf(internal);
  return (address) =>
    isPrivate.check(address, familyOf(address)) && !allowed.check(address, familyOf(address));
}

/** A host as addresses have it, without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replaceAll(/[[\]]/g, '');

/** An address that companies may give: https, and http in private networks that are allowed; none that says it is private. */
export function outerAddress(text: string, { internal = [] }: EgressLimits): URL | null {
  const url = webAddress(text);
  if (url === null) return null;
  const host = hostOf(url);
  if (isIP(host) !== 0 && forbiddenBut(internal)(host)) return null;
  const plain = isIP(host) !== 0 && listOf(internal).check(host, familyOf(host));
  return url.protocol === 'https:' || plain ? url : null;
}

/** Finds a host's address and refuses one that may not be asked: what is checked is what is connected to. */
function lookupWithin(internal: readonly string[]): LookupFunction {
  const forbidden = forbiddenBut(internal);
  return (host, options, found) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const wrong = addresses?.find(({ address }) => forbidden(address));
      if (error !== null) return found(error, []);
      if (wrong !== undefined) return found(new Error(`${wrong.address} is private`), []);
      const [{ address, family } = { address: '', family: 4 }] = addresses;
      return options.all === true ? found(null, addresses) : found(null, address, family);
    });
  };
}

/**
 * Asks another site for a text, or for what it says to what is `posted`: only below the origin that was configured, at no
 * private address but those that are allowed, without following it elsewhere, in bounded time and size. Null when it does
 * not answer that way. Never call it while a transaction is open.
 */
export async function fetchText(
  configured: URL,
  url: URL,
  { timeout = 10_000, most = 1024 * 1024, internal = [] }: EgressLimits = {},
  posted?: Posted,
): Promise<string | null> {
  if (url.origin !== configured.origin || webAddress(url.href) === null) return null;
  try {
    const reply = await ask(url, lookupWithin(internal), AbortSignal.timeout(timeout), posted);
    if (reply.statusCode === undefined || reply.statusCode < 200 || reply.statusCode > 299) {
      reply.destroy();
      return null;
    }
    return await textOf(reply, most);
  } catch {
    // Refused, too slow, cut off, nowhere to go: all of it is no answer.
    return null;
  }
}

/** What another site answered: its status, and how its text begins. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}

/**
 * Tells another site something, under the same limits, of which `most` is how much of its answer is read: whatever it says,
 * it heard. Null: no answer came. Never call it while a transaction is open.
 */
export async function postText(
  url: URL,
  { timeout = 10_000, most = 1024, internal = [] }: EgressLimits,
  posted: Posted,
): Promise<Answered | null> {
  try {
    const reply = await ask(url, lookupWithin(internal), AbortSignal.timeout(timeout), posted);
    return { status: reply.statusCode ?? 0, text: await beginningOf(reply, most) };
  } catch {
    return null;
  }
}

async function ask(
  url: URL,
  within: LookupFunction,
  signal: AbortSignal,
  posted: Posted | undefined,
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  // A host that is an address is connected to without being looked up, so it is looked up here.
  // That takes no signal, and may take long.
  await Promise.race([promisify(within)(hostOf(url), { all: true }), once(signal, 'abort')]);
  signal.throwIfAborted();
  const how = { method: posted === undefined ? 'GET' : 'POST', headers: headersOf(posted) };
  // What throws here at once, as headers do that can't be sent, rejects, too.
  return new Promise((resolve, reject) => {
    request(url, { ...how, signal, lookup: within, agent: false }, resolve)
      .once('error', reject)
      .end(posted?.body);
  });
}

/** The length is told, so that nothing is sent in pieces. */
const headersOf = (posted: Posted | undefined): http.OutgoingHttpHeaders =>
  posted === undefined
    ? {}
    : { ...posted.headers, 'content-length': Buffer.byteLength(posted.body) };

async function textOf(body: http.IncomingMessage, most: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const arriving: AsyncIterable<Uint8Array> = body;
  for await (const part of arriving) {
    size += part.length;
    // Leaving the loop hangs up.
    if (size > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** What comes of a text, up to so many bytes; also where it breaks off, or never ends. */
async function beginningOf(body: http.IncomingMessage, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const arriving: AsyncIterable<Uint8Array> = body;
  try {
    for await (const part of arriving) {
      parts.push(part);
      size += part.length;
      // Leaving the loop hangs up.
      if (size >= most) break;
    }
  } catch {
    // What came of it is what it said.
  }
  return Buffer.concat(parts).subarray(0, most).toString('utf8');
}
