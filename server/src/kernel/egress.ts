import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { machineLookup } from './hostLookup.ts';
import type { HostLookup } from './hostLookup.ts';

/** What an outgoing call may cost, and where it may go. */
export interface EgressLimits {
  /** Milliseconds in all; default 10,000. */
  readonly timeout?: number;
  /** Bytes of the answer; default a megabyte. */
  readonly most?: number;
  /** Private networks, or addresses in them, that may be asked; default none. */
  readonly internal?: readonly string[];
  /** Look-up of a host; default: the one of this machine. */
  readonly lookup?: HostLookup;
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
  '224.0.0.0/4 240.0.0.0/4 ::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8';

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

/** Ports of the web, and those that any program may listen on: the server knocks at no one's mail or shell. */
const isWebPort = (port: string): boolean =>
  ['', '80', '443'].includes(port) || Number(port) >= 1024;

/** An address that companies may give: https, and http in private networks that are allowed; none that says it is private. */
export function outerAddress(text: string, { internal = [] }: EgressLimits): URL | null {
  const url = webAddress(text);
  if (url === null || !isWebPort(url.port)) return null;
  const host = hostOf(url);
  if (isIP(host) !== 0 && forbiddenBut(internal)(host)) return null;
  const plain = isIP(host) !== 0 && listOf(internal).check(host, familyOf(host));
  return url.protocol === 'https:' || plain ? url : null;
}

/** Addresses of a host that may be asked; refuses a host with one that may not. */
async function allowedAddresses(
  url: URL,
  { internal = [], lookup = machineLookup }: EgressLimits,
  over: AbortSignal,
): Promise<readonly LookupAddress[]> {
  const host = hostOf(url);
  const addresses =
    isIP(host) === 0 ? await lookup(host, over) : [{ address: host, family: isIP(host) }];
  const forbidden = forbiddenBut(internal);
  const wrong = addresses.find(({ address }) => forbidden(address));
  if (wrong !== undefined) throw new Error(`${wrong.address} is private`);
  return addresses;
}

/** Addresses that were checked are those connected to: the host is not looked up again. */
const lookupOf =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_, { all }, found) => {
    const [{ address, family } = { address: '', family: 4 }] = addresses;
    return all === true ? found(null, [...addresses]) : found(null, address, family);
  };

/**
 * Asks another site for a text, or for what it says to what is `posted`: only below the origin that was configured, at no
 * private address but those that are allowed, without following it elsewhere, in bounded time and size. Null when it does
 * not answer that way. Never call it while a transaction is open.
 */
export async function fetchText(
  configured: URL,
  url: URL,
  limits: EgressLimits = {},
  posted?: Posted,
): Promise<string | null> {
  if (url.origin !== configured.origin || webAddress(url.href) === null) return null;
  return inLimits(limits, async (over) => {
    const reply = await ask(url, limits, over, posted);
    if (reply.statusCode === undefined || reply.statusCode < 200 || reply.statusCode > 299)
      return null;
    return textOf(reply, limits.most ?? 1024 * 1024);
  });
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
export function postText(url: URL, limits: EgressLimits, posted: Posted): Promise<Answered | null> {
  return inLimits(limits, async (over) => {
    const reply = await ask(url, limits, over, posted);
    return { status: reply.statusCode ?? 0, text: await beginningOf(reply, limits.most ?? 1024) };
  });
}

/** Milliseconds in which work that is over may still say how far it came. */
const GRACE = 200;

/**
 * Does work until its time is over, no matter what it waits for, and closes what it opened however it ends. Null: it was
 * refused, too slow, cut off or had nowhere to go.
 */
async function inLimits<T>(
  { timeout = 10_000 }: EgressLimits,
  work: (over: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const ended = new AbortController();
  const late = Promise.withResolvers<null>();
  let timer = setTimeout(() => {
    ended.abort();
    timer = setTimeout(() => late.resolve(null), GRACE);
  }, timeout);
  try {
    return await Promise.race([work(ended.signal), late.promise]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

async function ask(
  url: URL,
  limits: EgressLimits,
  signal: AbortSignal,
  posted: Posted | undefined,
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  const addresses = await allowedAddresses(url, limits, signal);
  signal.throwIfAborted();
  const how = { method: posted === undefined ? 'GET' : 'POST', headers: headersOf(posted) };
  // What throws here at once, as headers do that can't be sent, rejects, too.
  return new Promise((resolve, reject) => {
    request(url, { ...how, signal, lookup: lookupOf(addresses), agent: false }, resolve)
      .on('error', reject)
      // Node hands over the socket of a 101 that no one asked for, and says nothing more of the request.
      .once('upgrade', (_, socket) => {
        socket.destroy();
        reject(new Error('it answers in another protocol'));
      })
      .once('close', () => reject(new Error('closed before it answered')))
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
