import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { machineLookup } from './hostLookup.ts';
import type { HostLookup } from './hostLookup.ts';

export interface EgressLimits {
  /** Milliseconds in all; default 10,000. */
  readonly timeout?: number;
  /** Bytes of the answer; default a megabyte. */
  readonly most?: number;
  /** Private networks or addresses open to requests; default none. */
  readonly internal?: readonly string[];
  /** Host look-up; default: this machine's. */
  readonly lookup?: HostLookup;
}

export interface PostedContent {
  /** Default: POST. */
  readonly method?: 'POST' | 'PUT';
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Parses the operator's http or https address without name or password; null if invalid. */
export function webAddress(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  return url.username === '' && url.password === '' ? url : null;
}

/** Addresses of this machine, local networks, and no one (IANA's special-purpose registries). */
const PRIVATE =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 ' +
  '192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 ' +
  '100::/64 2001::/23 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8';

const addressFamilyOf = (address: string): 'ipv4' | 'ipv6' =>
  isIP(address) === 6 ? 'ipv6' : 'ipv4';

function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, addressFamilyOf(address));
    else list.addSubnet(address, Number(bits), addressFamilyOf(address));
  }
  return list;
}

const isPrivate = toBlockList(PRIVATE.split(' '));

/** Builds the test for forbidden addresses: private addresses except the allowed ones. */
function forbiddenBut(internal: readonly string[]): (address: string) => boolean {
  const allowed = toBlockList(internal);
  return (address) =>
    isPrivate.check(address, addressFamilyOf(address)) &&
    !allowed.check(address, addressFamilyOf(address));
}

/** Host in address notation, without IPv6 brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replaceAll(/[[\]]/g, '');

/** Is the port a web port, or open to any program? The server contacts no mail or shell ports. */
const isWebPort = (port: string): boolean =>
  ['', '80', '443'].includes(port) || Number(port) >= 1024;

/** Parses a company's address: https, or http in an allowed private network; null if visibly private. */
export function outerAddress(text: string, { internal = [] }: EgressLimits): URL | null {
  const url = webAddress(text);
  if (url === null || !isWebPort(url.port)) return null;
  const host = hostOf(url);
  if (isIP(host) !== 0 && forbiddenBut(internal)(host)) return null;
  const plain = isIP(host) !== 0 && toBlockList(internal).check(host, addressFamilyOf(host));
  return url.protocol === 'https:' || plain ? url : null;
}

/** Looks up a host's allowed addresses; refuses a host with any forbidden address. */
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

/** Connects to the checked addresses: the host is not looked up again. */
const lookupOf =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_, { all }, found) => {
    const [{ address, family } = { address: '', family: 4 }] = addresses;
    return all === true ? found(null, [...addresses]) : found(null, address, family);
  };

/**
 * Fetches a text from another site, or the answer to `posted`. Requests stay below the configured origin,
 * reach only allowed private addresses, follow no redirects, and are bounded in time and size. Null on any
 * failure. Never call it while a transaction is open.
 */
export async function fetchText(
  configured: URL,
  url: URL,
  limits: EgressLimits = {},
  posted?: PostedContent,
): Promise<string | null> {
  if (url.origin !== configured.origin || webAddress(url.href) === null) return null;
  return inLimits(limits, async (over) => {
    const reply = await sendEgressRequest(url, limits, over, posted);
    if (reply.statusCode === undefined || reply.statusCode < 200 || reply.statusCode > 299)
      return null;
    return readBodyText(reply, limits.most ?? 1024 * 1024);
  });
}

/** Status and beginning of the text answered by another site. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}

/**
 * Posts to another site under the limits of `fetchText`; `most` limits the part of the answer read. Any
 * answer counts as receipt. Null: no answer. Never call it while a transaction is open.
 */
export function postText(
  url: URL,
  limits: EgressLimits,
  posted: PostedContent,
): Promise<Answered | null> {
  return inLimits(limits, async (over) => {
    const reply = await sendEgressRequest(url, limits, over, posted);
    return {
      status: reply.statusCode ?? 0,
      text: await readBodyBeginning(reply, limits.most ?? 1024),
    };
  });
}

/**
 * Sends content to an API that explains refusals in the text of an error, under the limits of `fetchText`.
 * Null: no answer, or a longer one. Never call it while a transaction is open.
 */
export async function exchangeText(
  configured: URL,
  url: URL,
  limits: EgressLimits,
  posted: PostedContent,
): Promise<Answered | null> {
  if (url.origin !== configured.origin || webAddress(url.href) === null) return null;
  return inLimits(limits, async (over) => {
    const reply = await sendEgressRequest(url, limits, over, posted);
    const text = await readBodyText(reply, limits.most ?? 1024 * 1024);
    return text === null ? null : { status: reply.statusCode ?? 0, text };
  });
}

/** Milliseconds in which work past the limit may still report progress. */
const GRACE = 200;

/**
 * Runs work until a deadline, whatever it waits for, and always closes its connections. Null: refused, too
 * slow, cut off or no target.
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

async function sendEgressRequest(
  url: URL,
  limits: EgressLimits,
  signal: AbortSignal,
  posted: PostedContent | undefined,
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  const addresses = await allowedAddresses(url, limits, signal);
  signal.throwIfAborted();
  const method = posted === undefined ? 'GET' : (posted.method ?? 'POST');
  const how = { method, headers: egressHeadersOf(posted) };
  // Synchronous exceptions, for example from invalid headers, also reject the promise.
  return new Promise((resolve, reject) => {
    request(url, { ...how, signal, lookup: lookupOf(addresses), agent: false }, resolve)
      .on('error', reject)
      // Node hands over the socket of an unrequested 101, and reports nothing more about the request.
      .once('upgrade', (_, socket) => {
        socket.destroy();
        reject(new Error('it answers in another protocol'));
      })
      .once('close', () => reject(new Error('closed before it answered')))
      .end(posted?.body);
  });
}

/** Sends the content length, so that the body is not chunked. */
const egressHeadersOf = (posted: PostedContent | undefined): http.OutgoingHttpHeaders =>
  posted === undefined
    ? {}
    : { ...posted.headers, 'content-length': Buffer.byteLength(posted.body) };

async function readBodyText(body: http.IncomingMessage, most: number): Promise<string | null> {
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

/** Reads a text up to a number of bytes, even if it breaks off or never ends. */
async function readBodyBeginning(body: http.IncomingMessage, most: number): Promise<string> {
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
    // The part received is the answer.
  }
  return Buffer.concat(parts).subarray(0, most).toString('utf8');
}
